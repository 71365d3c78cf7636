-- Two splits, two readers.
-- mode: rows
-- parallelism: 2
CREATE TABLE t (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json', 'splits' = '2');
--> @times 50 {"n":#,"s":"text #"}
SELECT n + 1, s || '!' FROM t WHERE MOD(n, 3) <> 0;
