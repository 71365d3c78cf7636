-- K146: keep-first on row time with timers pending at the barrier.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> @times 50 {"k":#,"v":1,"ts":"2026-01-01 00:00:05"}
--> @watermark 2026-01-01 00:00:01
--> @barrier
--> @times 25 {"k":#,"v":2,"ts":"2026-01-01 00:00:03"}
--> @barrier
--> @watermark 2026-01-01 00:00:04
--> @barrier
--> @times 60 {"k":#,"v":3,"ts":"2026-01-01 00:00:06"}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
