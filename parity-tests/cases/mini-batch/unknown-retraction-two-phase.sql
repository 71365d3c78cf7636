-- In two phases an unknown retraction makes a group with a negative count: what Flink makes of it.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 3
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":1}
--> -D {"g":3,"v":3}
--> +I {"g":4,"v":4}
--> +I {"g":3,"v":5}
--> -D {"g":3,"v":5}
--> +I {"g":3,"v":6}
SELECT g, COUNT(*), SUM(v) FROM t GROUP BY g;
-- answer:
--| (3, -1, -3)
--| (1, 1, 1)
--| (4, 1, 4)
--| -D (3, -1, -3)
