-- SUM of DECIMAL(38, 38) needs no 0 of its type, not even to take back a value that it has not seen.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, c DECIMAL(38, 38)) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"c":0.5}
--> +I {"g":1,"c":0.25}
--> -D {"g":1,"c":0.5}
--> +I {"g":2,"c":null}
--> -D {"g":2,"c":0.125}
--> +I {"g":2,"c":0.875}
SELECT g, SUM(c), COUNT(c) FROM t GROUP BY g;
-- answer:
