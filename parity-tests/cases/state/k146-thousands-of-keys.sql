-- K146: five thousand keys and three aggregates through a checkpoint.
-- mode: kinds
-- key: 1
CREATE TABLE t (n INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 5000 {"n":#}
--> @barrier
--> @times 5000 {"n":#}
SELECT MOD(n, 2500), COUNT(*), SUM(n), MAX(n) FROM t GROUP BY MOD(n, 2500);
