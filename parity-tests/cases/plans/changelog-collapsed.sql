-- The same, compared as what is left.
-- mode: changelog
CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":"a"}
--> +I {"id":2,"v":"b"}
--> -U {"id":1,"v":"a"}
--> +U {"id":1,"v":"c"}
--> -D {"id":2,"v":"b"}
SELECT id, v || '!' FROM t;
-- answer:
--| (1, 'a!')
--| (2, 'b!')
--| -U (1, 'a!')
--| +U (1, 'c!')
--| -D (2, 'b!')
