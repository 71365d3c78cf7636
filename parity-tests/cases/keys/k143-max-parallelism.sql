-- K143: maxParallelism is the job's, and key groups without keys are fine.
-- mode: kinds
-- key: 1
-- parallelism: 2
-- set: pipeline.max-parallelism = 7
CREATE TABLE t (k STRING, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","n":1}
--> {"k":"b","n":2}
--> @barrier
--> {"k":"a","n":4}
--> {"k":"c","n":8}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| ('a', 1, 1)
--| ('b', 1, 2)
--| -U ('a', 1, 1)
--| +U ('a', 2, 5)
--| ('c', 1, 8)
