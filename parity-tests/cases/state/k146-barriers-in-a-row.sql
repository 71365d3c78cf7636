-- K146: barriers first, last, and one after the other; a source without rows between.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> @barrier
--> {"g":1,"v":1}
--> @barrier
--> @barrier
--> {"g":1,"v":2}
--> {"g":2,"v":2}
--> @barrier
SELECT g, COUNT(*), SUM(v) FROM t GROUP BY g;
-- answer:
--| (1, 1, 1)
--| -U (1, 1, 1)
--| +U (1, 2, 3)
--| (2, 1, 2)
