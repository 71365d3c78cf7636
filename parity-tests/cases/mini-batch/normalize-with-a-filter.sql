-- G74: the same with a filter.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":10}
--> +U {"id":1,"v":1}
--> +U {"id":2,"v":20}
--> +U {"id":2,"v":30}
--> +U {"id":1,"v":40}
--> -D {"id":2}
SELECT id, v FROM t WHERE v > 5;
-- answer:
--| (2, 30)
--| -D (2, 30)
--| (1, 40)
