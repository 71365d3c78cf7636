-- Deduplicate on row time keeps every row of a bundle; keys leave it in the order of Flink's HashMap, which later aggregates see.
-- mode: kinds
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 20
CREATE TABLE t (k INT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> @times 15 {"k":#,"v":1,"ts":"2024-01-01 00:00:00"}
--> @times 9 {"k":#,"v":2,"ts":"2024-01-01 00:00:01"}
--> @times 9 {"k":#,"v":2,"ts":"2024-01-01 00:00:00"}
SELECT v, LISTAGG(CAST(k AS STRING)), FIRST_VALUE(k) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM t) WHERE n = 1 GROUP BY v;
-- answer:
--| (2, '3,1,4,2', 3)
--| (1, '13,9,12,8,11,14,7,5', 13)
--| -U (2, '3,1,4,2', 3)
--| +U (2, '3,1,4,2,0,8,7,5,6', 3)
--| -U (1, '13,9,12,8,11,14,7,5', 13)
--| +U (1, '13,9,12,11,14,10', 13)
SELECT v, LISTAGG(CAST(k AS STRING)), FIRST_VALUE(k) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS n FROM t) WHERE n = 1 GROUP BY v;
-- answer:
--| (1, '3,1,13,9,12,4,8,11,14,7,2,5,6,10,0', 3)
