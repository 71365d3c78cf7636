-- The JSON format keeps nine digits in a TIMESTAMP(3); a BinaryRow keeps milliseconds: the key and its value lose them.
-- mode: kinds
-- key: 1
CREATE TABLE t (k TIMESTAMP(3), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"2026-01-01 00:00:00.123456789","n":0}
--> {"k":"2026-01-01 00:00:00.123","n":1}
--> {"k":"2026-01-01 00:00:00.123999999","n":2}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (2026-01-01T00:00:00.123, 1, 0)
--| -U (2026-01-01T00:00:00.123, 1, 0)
--| +U (2026-01-01T00:00:00.123, 2, 1)
--| -U (2026-01-01T00:00:00.123, 2, 1)
--| +U (2026-01-01T00:00:00.123, 3, 3)
