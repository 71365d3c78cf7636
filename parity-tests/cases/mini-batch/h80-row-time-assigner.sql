-- H80: below a row time deduplication the assigner works on row time.
-- mode: changelog
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 s
-- set: table.exec.mini-batch.size = 1000
CREATE TABLE t (g INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1,"ts":"2026-01-01 00:00:01"}
--> {"g":1,"v":2,"ts":"2026-01-01 00:00:02"}
--> @watermark
--> {"g":1,"v":3,"ts":"2026-01-01 00:00:03"}
--> {"g":2,"v":4,"ts":"2026-01-01 00:00:04"}
SELECT v > 1, COUNT(*) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY g ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1 GROUP BY v > 1;
-- answer:
--| (true, 1)
--| -U (true, 1)
--| +U (true, 2)
