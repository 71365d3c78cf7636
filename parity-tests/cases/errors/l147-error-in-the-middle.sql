-- L147: a user error fails the task with Flink's own message, also in the middle of a batch.
-- mode: fails
-- require: accelerated
CREATE TABLE t (n INT, d INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 150 {"n":#,"d":1}
--> {"n":1,"d":0}
--> @times 150 {"n":#,"d":1}
SELECT n / d FROM t;
-- answer:
--| java.lang.ArithmeticException: / by zero
