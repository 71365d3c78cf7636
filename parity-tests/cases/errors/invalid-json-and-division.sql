-- L148: the first error wins, whichever it is.
-- mode: fails
-- require: accelerated
CREATE TABLE t (n INT, d INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"d":1}
--> {"n":1,"d":0}
--> {"n":
SELECT n / d FROM t;
-- answer:
--| java.lang.ArithmeticException: / by zero
