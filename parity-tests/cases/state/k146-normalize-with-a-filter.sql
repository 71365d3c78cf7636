-- K146: ChangelogNormalize with a filter through checkpoints.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":10}
--> +U {"id":2,"v":1}
--> @barrier
--> +U {"id":1,"v":2}
--> +U {"id":2,"v":20}
--> @barrier
--> +U {"id":1,"v":2}
--> -D {"id":2}
SELECT id, v FROM t WHERE v > 5;
-- answer:
--| (1, 10)
--| -D (1, 10)
--| (2, 20)
--| -D (2, 20)
