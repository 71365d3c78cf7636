-- K143: the greatest maxParallelism.
-- mode: kinds
-- key: 1
-- parallelism: 2
-- set: pipeline.max-parallelism = 32768
CREATE TABLE t (k BIGINT, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 100 {"k":#,"n":1}
--> @barrier
--> @times 100 {"k":#,"n":2}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
