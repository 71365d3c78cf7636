-- G66: a filter on the aggregate needs -U even for an upsert sink; DropUpdateBefore takes it off, or the filter turns it into -D: as Flink does.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":5}
--> {"g":1,"v":-9}
--> {"g":1,"v":100}
--> {"g":2,"v":1}
CREATE TABLE o (g INT, c INT, PRIMARY KEY (g) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT g, s FROM (SELECT g, SUM(v) AS s FROM t GROUP BY g) WHERE s > 4;
-- answer:
--| (1, 5)
--| -U (1, 5)
--| +U (1, 10)
--| -U (1, 10)
--| +U (1, 101)
