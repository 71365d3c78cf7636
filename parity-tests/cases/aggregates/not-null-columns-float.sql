-- Decoders put NULL into NOT NULL columns: Flink's generated code takes it for a value, and what is computed of it is NULL. FLOAT.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, x FLOAT NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":1.5}
--> {"g":1,"x":null}
--> {"g":2,"x":null}
--> {"g":2,"x":2.5}
--> {"g":2,"x":1.5}
--> {"g":3,"x":null}
--> {"g":3,"x":null}
SELECT g, SUM(x) FROM t GROUP BY g;
-- answer:
--| (1, 1.5)
--| -U (1, 1.5)
--| +U (1, NULL)
--| (2, NULL)
--| -U (2, NULL)
--| +U (2, 2.5)
--| -U (2, 2.5)
--| +U (2, 4.0)
--| (3, NULL)
SELECT g, AVG(x) FROM t GROUP BY g;
-- answer:
--| (1, 1.5)
--| -U (1, 1.5)
--| +U (1, NULL)
--| (2, NULL)
--| (3, NULL)
