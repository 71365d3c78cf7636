-- I83: an expired upsert materializer.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 2
-- set: table.exec.state.ttl = 1 ms
CREATE TABLE t (id INT, email STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x"}
--> @barrier
--> +I {"id":2,"email":"x"}
--> @barrier
--> -D {"id":2,"email":"x"}
--> @barrier
--> +I {"id":3,"email":"y"}
CREATE TABLE o (id INT, email STRING, PRIMARY KEY (email) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, LOWER(email) FROM t;
-- answer:
--| (1, 'x')
--| (2, 'x')
--| (3, 'y')
