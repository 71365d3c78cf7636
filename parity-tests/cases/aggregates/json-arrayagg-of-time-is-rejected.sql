-- JSON_ARRAYAGG does not take TIME(0).
-- mode: fails
CREATE TABLE t (g INT, v TIME(0)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":null}
SELECT g, JSON_ARRAYAGG(v) FROM t GROUP BY g;
-- answer:
--| org.apache.flink.table.planner.codegen.CodeGenException: Type 'TIME(0)' is not scalar or cannot be converted into JSON.
