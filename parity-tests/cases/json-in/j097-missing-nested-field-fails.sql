-- J97: also in a nested row.
-- mode: fails
-- require: accelerated
CREATE TABLE t (r ROW<x INT, y STRING>) WITH ('connector' = 'case', 'format' = 'json', 'json.fail-on-missing-field' = 'true');
--> {"r":{"x":1,"y":"y"}}
--> {"r":{"x":1}}
SELECT r.x FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"r":{"x":1}}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: r.
