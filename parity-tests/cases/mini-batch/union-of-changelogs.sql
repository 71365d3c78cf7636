-- Union before a mini-batched GROUP BY.
-- mode: changelog
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 3
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 20 {"g":1,"v":#}
CREATE TABLE u (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> @times 20 {"g":1,"v":#}
--> -D {"g":1,"v":3}
SELECT g, COUNT(*), SUM(v), MAX(v) FROM (SELECT * FROM t UNION ALL SELECT * FROM u) GROUP BY g;
-- answer:
--| (1, 9, 36, 8)
--| -U (1, 9, 36, 8)
--| +U (1, 18, 153, 17)
--| -U (1, 18, 153, 17)
--| +U (1, 20, 190, 19)
--| -U (1, 20, 190, 19)
--| +U (1, 29, 226, 19)
--| -U (1, 29, 226, 19)
--| +U (1, 38, 343, 19)
--| -U (1, 38, 343, 19)
--| +U (1, 39, 377, 19)
