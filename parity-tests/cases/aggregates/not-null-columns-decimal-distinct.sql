-- DISTINCT over a NOT NULL column of DECIMAL with NULLs.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, x DECIMAL(10, 2) NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":1}
--> {"g":1,"x":null}
--> {"g":2,"x":null}
--> {"g":2,"x":2}
--> {"g":2,"x":1}
--> {"g":3,"x":null}
--> {"g":3,"x":null}
SELECT g, COUNT(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (1, 1)
--| (2, 0)
--| -U (2, 0)
--| +U (2, 1)
--| -U (2, 1)
--| +U (2, 2)
--| (3, 0)
SELECT g, SUM(DISTINCT x), AVG(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (1, 1.00, 1.000000)
--| (2, NULL, NULL)
--| -U (2, NULL, NULL)
--| +U (2, 2.00, 2.000000)
--| -U (2, 2.00, 2.000000)
--| +U (2, 3.00, 1.500000)
--| (3, NULL, NULL)
