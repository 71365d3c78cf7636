-- PC-034: COALESCE computes all its arguments in Flink: it guards nothing.
-- mode: fails
-- require: accelerated
CREATE TABLE t (i INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"i":3}
--> {"i":0}
SELECT COALESCE(i, 60 / i) FROM t;
-- answer:
--| java.lang.ArithmeticException: / by zero
