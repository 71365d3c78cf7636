-- G67: an unchanged result is not sent.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":3}
--> {"g":1,"v":5}
--> {"g":1,"v":7}
--> {"g":1,"v":null}
SELECT g, MAX(v) FROM t GROUP BY g;
-- answer:
--| (1, 5)
--| -U (1, 5)
--| +U (1, 7)
CREATE TABLE o (g INT, v INT, PRIMARY KEY (g) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT g, MAX(v) FROM t GROUP BY g;
-- answer:
--| (1, 5)
--| +U (1, 7)
