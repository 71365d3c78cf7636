-- The first rows of a bundle, on processing time, leave it in the order of Flink's HashMap.
-- mode: kinds
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 20
CREATE TABLE t (k INT, v INT, p AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> @times 15 {"k":#,"v":1}
--> @times 24 {"k":#,"v":2}
SELECT v, LISTAGG(CAST(k AS STRING)), FIRST_VALUE(k) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY p) AS n FROM t) WHERE n = 1 GROUP BY v;
-- answer:
--| (2, '22,19,15,17,16', 22)
--| (1, '3,1,13,9,12,4,8,11,14,7,2,5,6,10,0', 3)
--| -U (2, '22,19,15,17,16', 22)
--| +U (2, '22,19,15,17,16,21,23,20,18', 22)
