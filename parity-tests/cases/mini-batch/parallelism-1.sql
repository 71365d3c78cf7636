-- Two phases at parallelism 1, several splits.
-- mode: changelog
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 50
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'splits' = '3');
--> @times 400 {"g":1,"v":#}
--> @barrier
--> @times 400 {"g":2,"v":#}
--> @times 400 {"g":1,"v":#}
SELECT g, COUNT(*), SUM(v), COUNT(DISTINCT v), MAX(v), MIN(v), AVG(v) FROM t GROUP BY g;
-- answer:
--| (1, 400, 79800, 400, 399, 0, 199)
--| (2, 400, 79800, 400, 399, 0, 199)
--| -U (1, 400, 79800, 400, 399, 0, 199)
--| +U (1, 800, 159600, 400, 399, 0, 199)
