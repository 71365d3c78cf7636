-- L147: Flink's decoder swallows what the constraint enforcer behind it throws, for nested columns too.
-- mode: fallback(enforces constraints in Flink)
-- set: table.exec.sink.nested-constraint-enforcer = ROWS_AND_COLLECTIONS
CREATE TABLE t (n INT, r ROW<x INT NOT NULL>) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"n":1,"r":{"x":1}}
--> {"n":2,"r":{"x":null}}
--> {"n":3,"r":null}
--> {"n":4,"r":{"x":4}}
CREATE TABLE s (n INT, r ROW<x INT NOT NULL>) WITH ('connector' = 'case');
INSERT INTO s SELECT n + 1, r FROM t;
-- answer:
--| (2, (1))
--| (4, NULL)
--| (5, (4))
