-- A key whose rows are all late gives nothing.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"2026-01-01 00:00:05"}
--> @watermark
--> {"k":"b","v":2,"ts":"2026-01-01 00:00:04"}
--> {"k":"b","v":3,"ts":"2026-01-01 00:00:04.999"}
--> {"k":"c","v":3,"ts":"2026-01-01 00:00:05"}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1)
--| ('c', 3)
