-- J106: invalid UTF-8 fails in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> @bytes 7b2273223a22ff227d
SELECT s FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"s":"�"}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: s.
