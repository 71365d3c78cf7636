-- A row time of TIMESTAMP(3) with nine digits compares as milliseconds.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"2026-01-01 00:00:00.000900000"}
--> {"k":"a","v":2,"ts":"2026-01-01 00:00:00.000100000"}
SELECT k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1, 2026-01-01T00:00)
SELECT k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1, 2026-01-01T00:00)
--| -U ('a', 1, 2026-01-01T00:00)
--| +U ('a', 2, 2026-01-01T00:00)
