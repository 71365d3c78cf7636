-- Several batches: 2,500 records.
-- mode: kinds
CREATE TABLE t (n INT, s STRING, d DOUBLE) WITH ('connector' = 'case', 'format' = 'json');
--> @times 2500 {"n":#,"s":"text-#","d":#.5}
SELECT n * 2, s, d FROM t WHERE MOD(n, 7) = 0;
