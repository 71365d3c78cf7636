-- I83: an expired ChangelogNormalize: a known row is new, a -D is unknown.
-- mode: kinds
-- key: 1
-- set: table.exec.state.ttl = 1 ms
CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":1}
--> @barrier
--> +U {"id":1,"v":2}
--> @barrier
--> -D {"id":1}
--> +U {"id":2,"v":1}
SELECT id, v FROM t;
-- answer:
--| (1, 1)
--| (1, 2)
--| (2, 1)
