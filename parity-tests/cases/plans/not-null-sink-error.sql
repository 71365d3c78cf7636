-- NOT NULL of a sink is enforced: by default a NULL fails the job.
-- mode: fails
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1}
--> {"a":null}
CREATE TABLE o (a INT NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT a FROM t;
-- answer:
--| org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException: Column 'a' is NOT NULL, however, a null value is being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.
