-- Keep-last without the need of +I: table.exec.deduplicate.insert-update-after-sensitive-enabled = false.
-- mode: kinds
-- key: 1
-- set: table.exec.deduplicate.insert-update-after-sensitive-enabled = false
CREATE TABLE t (k STRING NOT NULL, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1}
--> {"k":"b","v":1}
--> {"k":"a","v":2}
--> {"k":"a","v":2}
CREATE TABLE o (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| +U ('a', 1)
--| +U ('b', 1)
--| +U ('a', 2)
--| +U ('a', 2)
