-- G76: rows of a union, without a key: whole rows are compared.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":1,"v":1}
--> +I {"k":1,"v":1}
--> @barrier
--> -D {"k":1,"v":1}
--> +I {"k":1,"v":2}
--> @barrier
--> -D {"k":1,"v":1}
--> -D {"k":1,"v":2}
CREATE TABLE u (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":-1,"v":1}
--> +I {"k":-1,"v":null}
--> @barrier
--> -D {"k":-1,"v":1}
--> @barrier
--> -D {"k":-1,"v":null}
--> -D {"k":-1,"v":null}
CREATE TABLE o (k INT, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT k, ABS(v) AS v FROM t UNION ALL SELECT k, v FROM u WHERE k < 0);
-- answer:
--| (1, 1)
--| +U (1, 1)
--| (-1, 1)
--| +U (-1, NULL)
--| +U (1, 2)
--| -D (1, 2)
--| -D (-1, NULL)
