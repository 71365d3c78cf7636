-- G67: SELECT DISTINCT sends updates of equal rows when state TTL is on.
-- mode: kinds
-- key: 1
-- set: table.exec.state.ttl = 1 h
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":5}
--> {"g":2,"v":5}
--> {"g":1,"v":5}
SELECT DISTINCT g, v FROM t;
-- answer:
--| (1, 5)
--| -U (1, 5)
--| +U (1, 5)
--| (2, 5)
--| -U (1, 5)
--| +U (1, 5)
