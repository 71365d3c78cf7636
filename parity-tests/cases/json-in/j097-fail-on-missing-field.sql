-- J97: a missing field fails by option.
-- mode: fails
-- require: accelerated
CREATE TABLE t (a INT, b INT) WITH ('connector' = 'case', 'format' = 'json', 'json.fail-on-missing-field' = 'true');
--> {"a":1,"b":2}
--> {"a":1,"b":null}
--> {"b":1}
SELECT a, b FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"b":1}'.
--| org.apache.flink.formats.json.JsonParseException: Some field is missing in the JSON data.
