-- G74: a column that nothing reads is not in the state: rows that differ in it only are identical.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, unread STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":10,"unread":"a"}
--> +U {"id":1,"v":10,"unread":"b"}
--> +U {"id":1,"v":11,"unread":"b"}
SELECT id, v FROM t;
-- answer:
--| (1, 10)
--| -U (1, 10)
--| +U (1, 11)
