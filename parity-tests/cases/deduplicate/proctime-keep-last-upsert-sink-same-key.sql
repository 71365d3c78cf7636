-- Keep-last into an upsert sink whose key is the partition key itself.
-- mode: kinds
-- key: 1
CREATE TABLE t (k STRING NOT NULL, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1}
--> {"k":"b","v":1}
--> {"k":"a","v":2}
--> {"k":"a","v":2}
--> @barrier
--> {"k":"a","v":1}
CREATE TABLE o (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1)
--| ('b', 1)
--| +U ('a', 2)
--| +U ('a', 2)
--| +U ('a', 1)
