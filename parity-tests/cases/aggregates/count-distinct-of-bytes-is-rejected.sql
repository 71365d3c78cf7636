-- DISTINCT does not take BYTES; GROUP BY does.
-- mode: fails
CREATE TABLE t (g INT, v BYTES) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":null}
SELECT g, COUNT(DISTINCT v) FROM t GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Sql optimization: Cannot generate a valid execution plan for the given query: 
--| org.apache.flink.table.api.TableException: Distinct aggregate function does not support type: VARBINARY.
