-- A9: an overflowing SUM by itself, without AVG beside it.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, x DECIMAL(38, 0)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":99999999999999999999999999999999999999}
--> {"g":1,"x":1}
--> {"g":1,"x":2}
--> {"g":1,"x":null}
--> {"g":1,"x":3}
SELECT g, SUM(x) FROM t GROUP BY g;
-- answer:
--| (1, 99999999999999999999999999999999999999)
--| -U (1, 99999999999999999999999999999999999999)
--| +U (1, NULL)
--| -U (1, NULL)
--| +U (1, 2)
--| -U (1, 2)
--| +U (1, 5)
