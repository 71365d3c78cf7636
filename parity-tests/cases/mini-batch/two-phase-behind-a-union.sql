-- A local aggregate behind a union without an exchange: its rows come from both, and so do its retractions.
-- mode: changelog
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1}
--> {"g":2,"v":2}
--> {"g":1,"v":3}
--> @barrier
--> {"g":1,"v":4}
CREATE TABLE u (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":10}
--> -U {"g":1,"v":10}
--> +U {"g":1,"v":20}
--> +I {"g":3,"v":30}
--> -D {"g":3,"v":30}
SELECT g, COUNT(*), SUM(v) FROM (SELECT * FROM t UNION ALL SELECT * FROM u) GROUP BY g;
-- answer:
--| (2, 1, 2)
--| (1, 1, 1)
--| -U (1, 1, 1)
--| +U (1, 2, 4)
--| (3, 1, 30)
--| -D (3, 1, 30)
--| -U (1, 2, 4)
--| +U (1, 3, 24)
--| -U (1, 3, 24)
--| +U (1, 4, 28)
