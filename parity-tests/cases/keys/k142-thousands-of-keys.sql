-- K142: thousands of keys over all key groups.
-- mode: kinds
-- key: 1
-- parallelism: 3
CREATE TABLE t (n INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 3000 {"n":#}
--> @barrier
--> @times 3000 {"n":#}
SELECT CAST(n AS STRING), COUNT(*), MAX(n) FROM t GROUP BY CAST(n AS STRING);
