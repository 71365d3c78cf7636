-- JSON_ARRAYAGG does not take DATE.
-- mode: fails
CREATE TABLE t (g INT, v DATE) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":null}
SELECT g, JSON_ARRAYAGG(v) FROM t GROUP BY g;
-- answer:
--| org.apache.flink.table.planner.codegen.CodeGenException: Type 'DATE' is not scalar or cannot be converted into JSON.
