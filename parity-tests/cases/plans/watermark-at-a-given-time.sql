-- A mark with a time emits that watermark, whatever the rows were; a lower one is not emitted again.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"ts":"2026-01-01 00:00:00"}
--> @watermark 2026-01-01 00:00:07
--> {"n":2,"ts":"2026-01-01 00:00:01"}
--> @watermark 2026-01-01 00:00:06
--> {"n":3,"ts":"2026-01-01 00:00:01"}
--> @watermark 1767225608000
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n + 1 FROM t;
-- answer:
--| (2)
--| W 1767225607000
--| (3)
--| (4)
--| W 1767225608000
--| W 9223372036854775807
