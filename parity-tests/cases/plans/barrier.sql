-- K146: a checkpoint at any place changes nothing; with --restore also a restart at another parallelism.
-- mode: kinds
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"ts":"2026-01-01 00:00:01"}
--> @barrier
--> {"n":2,"ts":"2026-01-01 00:00:02"}
--> @watermark
--> {"n":3,"ts":"2026-01-01 00:00:03"}
--> @barrier
--> @barrier
--> {"n":4,"ts":"2026-01-01 00:00:04"}
SELECT n * 10 FROM t WHERE n <> 3;
-- answer:
--| (10)
--| (20)
--| (40)
