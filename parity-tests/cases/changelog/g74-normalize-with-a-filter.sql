-- G74: Flink moves the filter into the normalization: a row that no longer passes becomes a -D.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, w STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":10,"w":"a"}
--> +U {"id":1,"v":1,"w":"b"}
--> +U {"id":1,"v":2,"w":"c"}
--> +U {"id":1,"v":20,"w":"d"}
--> +U {"id":1,"v":20,"w":"e"}
--> +U {"id":2,"v":3,"w":"f"}
--> -D {"id":2,"v":3,"w":"f"}
--> -D {"id":1}
--> +U {"id":3,"v":null,"w":"g"}
SELECT id, v FROM t WHERE v > 5;
-- answer:
--| (1, 10)
--| -D (1, 10)
--| (1, 20)
--| -D (1, 20)
SELECT id, w FROM t WHERE v > 5 AND w <> 'd';
-- answer:
--| (1, 'a')
--| -D (1, 'a')
--| (1, 'e')
--| -D (1, 'e')
