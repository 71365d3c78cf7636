-- PC-048: a watermark with a calendar interval subtracts months (month ends clip); the maximum of the results counts.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (rt TIMESTAMP(3), n INT, WATERMARK FOR rt AS rt - INTERVAL '1' MONTH) WITH ('connector' = 'case', 'format' = 'json');
--> {"rt":"2025-03-15 00:00:00","n":1}
--> @watermark
--> {"rt":"2025-02-20 00:00:00","n":2}
--> @watermark
--> {"rt":"2025-03-31 12:00:00.123","n":3}
--> @watermark
CREATE TABLE o (n INT, rt TIMESTAMP(3)) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n, rt FROM t;
-- answer:
--| (1, 2025-03-15T00:00)
--| W 1739577600000
--| (2, 2025-02-20T00:00)
--| (3, 2025-03-31T12:00:00.123)
--| W 1740744000123
--| W 9223372036854775807
