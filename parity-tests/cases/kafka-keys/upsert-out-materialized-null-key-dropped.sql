-- G76: a NULL in the key of a sink with a materializer: Flink's constraint enforcer stands in front of it and drops the row.
-- mode: bytes
-- note: materialized and encoded in the sidecar
-- set: table.exec.sink.not-null-enforcer = DROP
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
--| @key {"email":"x@s"} @value {"id":1,"email":"x@s","v":1}
--| @key {"email":"x@s"} @value {"id":3,"email":"x@s","v":3}
--| @key {"email":"x@s"} @value {"id":1,"email":"x@s","v":1}
