-- Keep-last on row time sends identical rows too.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"v":1,"ts":"2026-01-01 00:00:03"}
--> {"k":1,"v":1,"ts":"2026-01-01 00:00:03"}
--> {"k":1,"v":1,"ts":"2026-01-01 00:00:02"}
--> {"k":1,"v":1,"ts":"2026-01-01 00:00:03"}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| (1, 1)
--| -U (1, 1)
--| +U (1, 1)
--| -U (1, 1)
--| +U (1, 1)
