-- SINGLE_VALUE under retraction: the row count falls back, the value becomes NULL.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":1}
--> -U {"g":1,"v":1}
--> +U {"g":1,"v":2}
--> -D {"g":1,"v":2}
--> +I {"g":1,"v":3}
--> +I {"g":2,"v":null}
SELECT g, SINGLE_VALUE(v) FROM t GROUP BY g;
-- answer:
--| (1, 1)
--| -D (1, 1)
--| (1, 2)
--| -D (1, 2)
--| (1, 3)
--| (2, NULL)
