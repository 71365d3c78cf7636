-- A filter over a changelog.
-- mode: kinds
CREATE TABLE t (id INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":10}
--> -U {"id":1,"v":10}
--> +U {"id":1,"v":3}
--> -D {"id":1,"v":3}
--> +I {"id":2,"v":20}
SELECT id, v FROM t WHERE v > 5;
-- answer:
--| (1, 10)
--| -U (1, 10)
--| (2, 20)
