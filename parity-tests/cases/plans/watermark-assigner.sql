-- Without push-down the plan has a watermark assigner: with an interval of 0 it emits after each row that advances it.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ('connector' = 'case', 'format' = 'json', 'watermark.push-down' = 'false');
--> {"n":1,"ts":"2026-01-01 00:00:01"}
--> {"n":2,"ts":"2026-01-01 00:00:05"}
--> {"n":3,"ts":"2026-01-01 00:00:03"}
--> {"n":4,"ts":"2026-01-01 00:00:05.001"}
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n FROM t WHERE n <> 2;
-- answer:
--| (1)
--| W 1767225600000
--| W 1767225604000
--| (3)
--| (4)
--| W 1767225604001
--| W 9223372036854775807
