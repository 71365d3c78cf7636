-- G74: two queries of one upsert source.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":1}
--> +U {"id":1,"v":2}
--> +U {"id":2,"v":2}
--> -D {"id":1}
SELECT id, v FROM t;
-- answer:
--| (1, 1)
--| -U (1, 1)
--| +U (1, 2)
--| (2, 2)
--| -D (1, 2)
SELECT v, COUNT(*) FROM t GROUP BY v;
-- answer:
--| (1, 1)
--| -D (1, 1)
--| (2, 1)
--| -U (2, 1)
--| +U (2, 2)
--| -U (2, 2)
--| +U (2, 1)
