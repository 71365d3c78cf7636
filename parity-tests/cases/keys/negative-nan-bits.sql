-- B14: which NaN counts for a key: CAST of a text and an operation may give different bits.
-- mode: kinds
-- key: 1
CREATE TABLE t (d DOUBLE, e DOUBLE, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"d":"NaN","e":1,"n":1}
--> {"d":0,"e":0,"n":2}
--> {"d":"Infinity","e":"Infinity","n":4}
SELECT k, COUNT(*), SUM(n) FROM (SELECT CASE WHEN n = 1 THEN d ELSE CAST('NaN' AS DOUBLE) END AS k, n FROM t) GROUP BY k;
-- answer:
--| (NaN, 1, 1)
--| -U (NaN, 1, 1)
--| +U (NaN, 2, 3)
--| -U (NaN, 2, 3)
--| +U (NaN, 3, 7)
