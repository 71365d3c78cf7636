-- DropUpdateBefore behind a changelog source, before an upsert sink, with a filter.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":10}
--> -U {"id":1,"v":10}
--> +U {"id":1,"v":1}
--> -U {"id":1,"v":1}
--> +U {"id":1,"v":20}
--> -D {"id":1,"v":20}
CREATE TABLE o (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, v FROM t WHERE v > 5;
-- answer:
--| (1, 10)
--| -U (1, 10)
--| +U (1, 20)
--| -D (1, 20)
