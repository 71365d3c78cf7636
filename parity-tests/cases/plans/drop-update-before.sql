-- DropUpdateBefore: an upsert sink whose query gives -U.
-- mode: kinds
CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":"a"}
--> -U {"id":1,"v":"a"}
--> +U {"id":1,"v":"b"}
--> +I {"id":2,"v":"x"}
--> -D {"id":2,"v":"x"}
CREATE TABLE o (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, v || '!' FROM t;
-- answer:
--| (1, 'a!')
--| +U (1, 'b!')
--| (2, 'x!')
--| -D (2, 'x!')
