-- G74: table.exec.source.cdc-events-duplicate normalizes a changelog that has -U already.
-- mode: kinds
-- key: 1
-- set: table.exec.source.cdc-events-duplicate = true
CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":"a"}
--> +I {"id":1,"v":"a"}
--> -U {"id":1,"v":"a"}
--> +U {"id":1,"v":"b"}
--> -U {"id":1,"v":"a"}
--> +U {"id":1,"v":"b"}
--> -D {"id":1,"v":"b"}
--> -D {"id":1,"v":"b"}
SELECT id, v FROM t;
-- answer:
--| (1, 'a')
--| -U (1, 'a')
--| +U (1, 'b')
--| -D (1, 'b')
