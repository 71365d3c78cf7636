-- G76: a NULL in the key of a sink with a materializer: Flink's constraint enforcer stands in front of it.
-- mode: fails
-- require: accelerated
-- set: table.exec.sink.not-null-enforcer = ERROR
CREATE TABLE t (id INT, email STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x@s","v":1}
--> +I {"id":2,"email":null,"v":2}
--> +I {"id":3,"email":"x@s","v":3}
--> -D {"id":2,"email":null,"v":2}
--> -D {"id":3,"email":"x@s","v":3}
CREATE TABLE o (id INT, email STRING, v INT, PRIMARY KEY (email) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO o SELECT id, email, ABS(v) FROM t;
-- answer:
--| org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException: Column 'email' is NOT NULL, however, a null value is being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.
