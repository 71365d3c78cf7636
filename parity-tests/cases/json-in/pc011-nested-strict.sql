-- J99, PC-011: strict mode fails.
-- mode: fails
-- require: accelerated
CREATE TABLE t (r ROW<a INT, b ARRAY<INT>>) WITH ('connector' = 'case', 'format' = 'json');
--> {"r":{"a":1,"b":[1,null,"3"]}}
--> {"r":{"a":1,"b":[1,"q"]}}
SELECT * FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"r":{"a":1,"b":[1,"q"]}}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: r.
