-- Two splits, each with its own watermark; the minimum goes on.
-- mode: rows
-- parallelism: 1
CREATE TABLE t (n INT, ts TIMESTAMP(3), p INT METADATA FROM 'partition', WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'splits' = '2');
--> {"n":0,"ts":"2026-01-01 00:00:00"}
--> {"n":1,"ts":"2026-01-01 00:00:10"}
--> {"n":2,"ts":"2026-01-01 00:00:05"}
--> @watermark
--> {"n":4,"ts":"2026-01-01 00:00:06"}
--> {"n":5,"ts":"2026-01-01 00:00:11"}
SELECT n, p FROM t;
-- answer:
--| (0, 0)
--| (1, 1)
--| (2, 0)
--| (4, 0)
--| (5, 1)

CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n FROM t;
-- answer:
--| (0)
--| (1)
--| (2)
--| W 1767225605000
--| (4)
--| (5)
--| W 9223372036854775807
