-- J99, PC-011: a string under a ROW column in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (r ROW<a INT>, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"r":"oops","n":1}
--> {"r":{"a":1},"n":2}
SELECT * FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"r":"oops","n":1}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: r.
