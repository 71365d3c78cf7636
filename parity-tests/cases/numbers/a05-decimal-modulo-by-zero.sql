-- A5: and so does DECIMAL %.
-- mode: fails
-- require: accelerated
CREATE TABLE t (p DECIMAL(10, 2), q DECIMAL(10, 2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"p":1,"q":2}
--> {"p":1,"q":0}
SELECT MOD(p, q) FROM t;
-- answer:
--| java.lang.ArithmeticException: Division by zero
