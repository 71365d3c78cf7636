-- G65: the four kinds through UNION ALL and Calcs.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":1}
--> -U {"id":1,"v":1}
--> +U {"id":1,"v":2}
--> -D {"id":1,"v":2}
CREATE TABLE u (id INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"id":2,"v":1}
SELECT id, v * 2 FROM (SELECT * FROM t UNION ALL SELECT * FROM u) WHERE v IS NOT NULL;
-- answer:
--| (2, 2)
--| (1, 2)
--| -U (1, 2)
--| +U (1, 4)
--| -D (1, 4)
