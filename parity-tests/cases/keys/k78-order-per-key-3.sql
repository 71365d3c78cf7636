-- G78: order within a key survives the exchange, at parallelism 3.
-- mode: kinds
-- key: 1
-- parallelism: 3
CREATE TABLE t (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> @times 300 {"n":#,"s":"text #"}
SELECT MOD(n, 7) AS k, COUNT(*), LAST_VALUE(s), SUM(n) FROM t GROUP BY MOD(n, 7);
