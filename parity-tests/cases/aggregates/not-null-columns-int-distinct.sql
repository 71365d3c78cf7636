-- Decoders put NULL into NOT NULL columns: Flink's generated code takes it for a value, and what is computed of it is NULL. DISTINCT and FILTER.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, x INT NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":5}
--> {"g":1,"x":null}
--> {"g":2,"x":null}
--> {"g":2,"x":7}
--> {"g":2,"x":5}
--> {"g":3,"x":null}
--> {"g":3,"x":null}
SELECT g, AVG(DISTINCT x), MAX(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (1, 5, 5)
--| -U (1, 5, 5)
--| +U (1, NULL, 5)
--| (2, NULL, NULL)
--| -U (2, NULL, NULL)
--| +U (2, NULL, 7)
--| (3, NULL, NULL)
SELECT g, COUNT(x) FILTER (WHERE g > 1), SUM(x) FILTER (WHERE g > 1) FROM t GROUP BY g;
-- answer:
--| (1, 0, NULL)
--| (2, 1, -1)
--| -U (2, 1, -1)
--| +U (2, 2, 6)
--| -U (2, 2, 6)
--| +U (2, 3, 11)
--| (3, 1, -1)
--| -U (3, 1, -1)
--| +U (3, 2, -2)
SELECT g, COUNT(DISTINCT x) FILTER (WHERE g > 1), FIRST_VALUE(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (1, 0, 5)
--| (2, 1, -1)
--| -U (2, 1, -1)
--| +U (2, 2, -1)
--| -U (2, 2, -1)
--| +U (2, 3, -1)
--| (3, 1, -1)
