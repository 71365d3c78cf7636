-- A9: an overflowing SUM beside an AVG of the same column.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, x DECIMAL(38, 0)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":99999999999999999999999999999999999999}
--> {"g":1,"x":1}
--> {"g":1,"x":2}
--> {"g":1,"x":null}
--> {"g":1,"x":3}
SELECT g, SUM(x), AVG(x), COUNT(*) FROM t GROUP BY g;
-- answer:
--| (1, 99999999999999999999999999999999999999, NULL, 1)
--| -U (1, 99999999999999999999999999999999999999, NULL, 1)
--| +U (1, NULL, NULL, 2)
--| -U (1, NULL, NULL, 2)
--| +U (1, 2, NULL, 3)
--| -U (1, 2, NULL, 3)
--| +U (1, 2, NULL, 4)
--| -U (1, 2, NULL, 4)
--| +U (1, 5, NULL, 5)
