-- G67: SELECT DISTINCT sends a row once.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":5}
--> {"g":2,"v":5}
--> {"g":1,"v":5}
SELECT DISTINCT g, v FROM t;
-- answer:
--| (1, 5)
--| (2, 5)
