-- Watermarks on each event: Flink decodes, or the plan falls back; the watermarks are the same.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'scan.watermark.emit.strategy' = 'on-event');
--> {"n":1,"ts":"2026-01-01 00:00:00"}
--> {"n":2,"ts":"2026-01-01 00:00:05"}
--> {"n":3,"ts":"2026-01-01 00:00:03"}
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n + 1 FROM t;
-- answer:
--| (2)
--| W 1767225600000
--| (3)
--| W 1767225605000
--| (4)
--| W 9223372036854775807
