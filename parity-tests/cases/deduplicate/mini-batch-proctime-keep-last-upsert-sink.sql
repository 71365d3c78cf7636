-- Mini-batch keep-last into an upsert sink.
-- mode: changelog
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
CREATE TABLE t (k STRING NOT NULL, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1}
--> {"k":"b","v":1}
--> {"k":"a","v":2}
--> {"k":"a","v":3}
CREATE TABLE o (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('b', 1)
--| ('a', 1)
--| +U ('a', 3)
