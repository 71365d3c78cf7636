-- PC-059: DESC replaces on equal times, ASC keeps the first.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":2,"ts":"2026-01-01 00:00:00"}
--> {"k":"a","v":4,"ts":"2026-01-01 00:00:05"}
--> {"k":"a","v":6,"ts":"2026-01-01 00:00:05"}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 2)
--| -U ('a', 2)
--| +U ('a', 4)
--| -U ('a', 4)
--| +U ('a', 6)
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 2)
