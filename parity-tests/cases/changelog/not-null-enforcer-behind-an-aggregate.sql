-- The NOT NULL check of a sink behind an aggregate drops rows of every kind.
-- mode: kinds
-- key: 1
-- set: table.exec.sink.not-null-enforcer = DROP
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":null}
--> +I {"g":1,"v":1}
--> -D {"g":1,"v":1}
--> -D {"g":1,"v":null}
CREATE TABLE o (g INT, s INT NOT NULL) WITH ('connector' = 'case');
INSERT INTO o SELECT g, SUM(v) FROM t GROUP BY g;
-- answer:
--| +U (1, 1)
--| -U (1, 1)
