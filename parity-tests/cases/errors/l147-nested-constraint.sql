-- L147: the same in strict mode ends the job.
-- mode: fails
-- require: accelerated
-- set: table.exec.sink.nested-constraint-enforcer = ROWS_AND_COLLECTIONS
CREATE TABLE t (n INT, r ROW<x INT NOT NULL>) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"r":{"x":1}}
--> {"n":2,"r":{"x":null}}
CREATE TABLE s (n INT, r ROW<x INT NOT NULL>) WITH ('connector' = 'case');
INSERT INTO s SELECT n + 1, r FROM t;
-- answer:
--| org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException: Column 'r.x' is NOT NULL, however, a null value is being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.
