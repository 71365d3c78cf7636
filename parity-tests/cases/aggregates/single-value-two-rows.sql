-- SINGLE_VALUE fails on a second row.
-- mode: fails
CREATE TABLE t (g INT, v STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":"one"}
--> {"g":2,"v":"one"}
--> {"g":1,"v":"two"}
SELECT g, SINGLE_VALUE(v) FROM t GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableRuntimeException: SingleValueAggFunction received more than one element.
