-- F52: a watermark is emitted between two rows when it jumps past the interval.
-- mode: kinds
-- parallelism: 1
-- set: pipeline.auto-watermark-interval = 1 h
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'watermark.push-down' = 'false');
--> {"n":1,"ts":"2026-01-01 00:00:00"}
--> {"n":2,"ts":"2026-01-01 00:59:00"}
--> {"n":3,"ts":"2026-01-01 01:00:00"}
--> {"n":4,"ts":"2026-01-01 01:00:00.001"}
--> {"n":5,"ts":"2026-01-01 05:00:00"}
--> {"n":6,"ts":"2026-01-01 02:00:00"}
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n FROM t;
-- answer:
--| (1)
--| W 1767225600000
--| (2)
--| (3)
--| (4)
--| W 1767229200001
--| (5)
--| W 1767243600000
--| (6)
--| W 9223372036854775807
