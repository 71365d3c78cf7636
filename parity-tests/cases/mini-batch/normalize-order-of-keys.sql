-- Keys leave a bundle of ChangelogNormalize and of Deduplicate in the order of Flink's HashMap, which later aggregates see.
-- mode: kinds
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 20
CREATE TABLE t (k INT, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +U @times 15 {"k":#,"v":1}
--> -D @times 4 {"k":#,"v":1}
--> +U @times 9 {"k":#,"v":1}
CREATE TABLE u (k INT, v INT, p AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> @times 15 {"k":#,"v":1}
--> @times 9 {"k":#,"v":2}
SELECT v, LISTAGG(CAST(k AS STRING)), LAST_VALUE(k) FROM t GROUP BY v;
-- answer:
--| (1, '13,9,12,4,8,11,14,7,5,6,10,0,3,1,2', 2)
SELECT v, LISTAGG(CAST(k AS STRING)), FIRST_VALUE(k) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY p DESC) AS n FROM u) WHERE n = 1 GROUP BY v;
-- answer:
--| (2, '3,1,4,2,0,8,7', 3)
--| (1, '13,9,12,11,14,6,10', 13)
--| -U (2, '3,1,4,2,0,8,7', 3)
--| +U (2, '3,1,4,2,0,8,7,5,6', 3)
--| -U (1, '13,9,12,11,14,6,10', 13)
--| +U (1, '13,9,12,11,14,10', 13)
