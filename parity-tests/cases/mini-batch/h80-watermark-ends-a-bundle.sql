-- H80: a watermark of the source ends a bundle or not, as the assigner of the plan says.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 1000
-- set: table.optimizer.agg-phase-strategy = ONE_PHASE
CREATE TABLE t (g INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1,"ts":"2026-01-01 00:00:01"}
--> {"g":1,"v":2,"ts":"2026-01-01 00:00:02"}
--> @watermark
--> {"g":1,"v":3,"ts":"2026-01-01 00:00:03"}
--> {"g":1,"v":4,"ts":"2026-01-01 00:00:04"}
SELECT g, COUNT(*), SUM(v) FROM t GROUP BY g;
-- answer:
--| (1, 4, 10)
