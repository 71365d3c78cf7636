-- I83: a retraction of an expired group is ignored.
-- mode: kinds
-- key: 1
-- set: table.exec.state.ttl = 1 ms
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":1}
--> @barrier
--> -D {"g":1,"v":1}
--> @barrier
--> +I {"g":1,"v":2}
SELECT g, COUNT(*), SUM(v), MIN(v) FROM t GROUP BY g;
-- answer:
--| (1, 1, 1, 1)
--| (1, 1, 2, 2)
