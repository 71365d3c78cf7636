-- I83: after the TTL the group starts anew with +I; a barrier takes longer than the millisecond.
-- mode: kinds
-- key: 1
-- set: table.exec.state.ttl = 1 ms
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1}
--> @barrier
--> {"g":1,"v":2}
--> @barrier
--> {"g":2,"v":3}
--> @barrier
--> {"g":1,"v":4}
SELECT g, COUNT(*), SUM(v), COUNT(DISTINCT v), MAX(v) FROM t GROUP BY g;
-- answer:
--| (1, 1, 1, 1, 1)
--| (1, 1, 2, 1, 2)
--| (2, 1, 3, 1, 3)
--| (1, 1, 4, 1, 4)
