-- E48, E49: windows need state, which is not accelerated yet.
-- mode: fallback(Window)
CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"ts":"2026-01-01 00:00:01"}
--> {"ts":"2026-01-01 00:00:11"}
--> @watermark
SELECT window_start, window_end, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end;
-- answer:
--| (2026-01-01T00:00, 2026-01-01T00:00:10, 1)
--| (2026-01-01T00:00:10, 2026-01-01T00:00:20, 1)
