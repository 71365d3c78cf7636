-- F55: a null rowtime gives no watermark candidate when the watermark is pushed down.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (rt TIMESTAMP(3), n INT, WATERMARK FOR rt AS rt - INTERVAL '0.001' SECOND) WITH ('connector' = 'case', 'format' = 'json');
--> {"rt":"2026-01-01 00:00:00","n":1}
--> @watermark
--> {"rt":null,"n":2}
--> @watermark
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n FROM t;
-- answer:
--| (1)
--| W 1767225599999
--| (2)
--| W 9223372036854775807
