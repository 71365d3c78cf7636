-- J99, PC-011: a bad map value in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (m MAP<STRING, INT>) WITH ('connector' = 'case', 'format' = 'json');
--> {"m":{"x":"q"}}
SELECT * FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"m":{"x":"q"}}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: m.
