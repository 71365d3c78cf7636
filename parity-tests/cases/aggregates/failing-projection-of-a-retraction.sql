-- A division by a sum that is zero.
-- mode: fails
-- require: accelerated
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"v":1}
--> +I {"g":2,"v":1}
--> -D {"g":2,"v":1}
--> +I {"g":1,"v":-1}
SELECT g, 100 / SUM(v) FROM t GROUP BY g;
-- answer:
--| java.lang.ArithmeticException: / by zero
