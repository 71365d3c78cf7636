-- Keep-last: rows with NaN and -0.0 against the comparison with the row before.
-- mode: kinds
-- key: 1
CREATE TABLE t (k INT, d DOUBLE, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"d":"NaN"}
--> {"k":1,"d":"NaN"}
--> {"k":2,"d":0.0}
--> {"k":2,"d":-0.0}
SELECT k, d FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| (1, NaN)
--| (2, 0.0)
--| -U (2, 0.0)
--| +U (2, -0.0)
