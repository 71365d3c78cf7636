-- K146: the upsert materializer through checkpoints.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 2
CREATE TABLE t (id INT, email STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x@s","v":1}
--> +I {"id":2,"email":"x@s","v":2}
--> +I {"id":3,"email":"x@s","v":3}
--> @barrier
--> -D {"id":2,"email":"x@s","v":2}
--> @barrier
--> -D {"id":3,"email":"x@s","v":3}
--> @barrier
--> -D {"id":1,"email":"x@s","v":1}
CREATE TABLE o (id INT, email STRING, v INT, PRIMARY KEY (email) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, email, ABS(v) FROM t;
-- answer:
--| (1, 'x@s', 1)
--| +U (2, 'x@s', 2)
--| +U (3, 'x@s', 3)
--| +U (1, 'x@s', 1)
--| -D (1, 'x@s', 1)
