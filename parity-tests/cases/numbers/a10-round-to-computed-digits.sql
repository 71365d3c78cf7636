-- A10: a number of digits that is not a constant.
-- mode: fallback(ROUND)
CREATE TABLE t (f FLOAT, d DOUBLE, i INT, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"f":1.005,"d":1.005,"i":15,"n":2}
--> {"f":2.5,"d":2.5,"i":149,"n":0}
--> {"f":1234.5678,"d":1234.5678,"i":2147483647,"n":-2}
--> {}
SELECT ROUND(f, n), ROUND(d, n), ROUND(i, n) FROM t;
-- answer:
--| (1.0, 1.01, 15)
--| (3.0, 3.0, 149)
--| (1200.0, 1200.0, 2147483600)
--| (NULL, NULL, NULL)
