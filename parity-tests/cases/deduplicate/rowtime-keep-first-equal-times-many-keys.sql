-- Many keys with one time: within a key the order is fixed, among keys it is that of Flink's timer queue.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> @times 200 {"k":#,"v":1,"ts":"2026-01-01 00:00:03"}
--> @times 200 {"k":#,"v":2,"ts":"2026-01-01 00:00:02"}
--> @watermark
--> @times 200 {"k":#,"v":3,"ts":"2026-01-01 00:00:04"}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
