-- The same in two phases.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 4
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":1}
--> -D {"g":1,"v":1}
--> +I {"g":2,"v":1}
--> +I {"g":2,"v":2}
--> -D {"g":2,"v":1}
--> -D {"g":2,"v":2}
--> +I {"g":2,"v":3}
--> +I {"g":3,"v":3}
SELECT g, COUNT(*), SUM(v), MAX(v) FROM t GROUP BY g;
-- answer:
--| (3, 1, 3, 3)
--| (2, 1, 3, 3)
