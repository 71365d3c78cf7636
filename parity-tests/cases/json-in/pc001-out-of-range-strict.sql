-- PC-001: an out-of-range number fails the job in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (b BOOLEAN, i INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"i":2147483647,"b":true}
--> {"i":2147483648,"b":true}
SELECT * FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"i":2147483648,"b":true}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: i.
