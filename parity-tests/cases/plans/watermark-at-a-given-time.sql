-- A mark with a time emits that watermark, whatever the rows were.
-- mode: kinds
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"ts":"2026-01-01 00:00:00"}
--> @watermark 2026-01-01 00:00:07
--> {"n":2,"ts":"2026-01-01 00:00:01"}
--> @watermark 2026-01-01 00:00:06
--> {"n":3,"ts":"2026-01-01 00:00:01"}
--> @watermark 1767225608000
SELECT n, CURRENT_WATERMARK(ts) FROM t;
-- answer:
--| (1, NULL)
--| (2, 2026-01-01T00:00:07)
--| (3, 2026-01-01T00:00:07)
