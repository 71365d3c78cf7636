-- C21, PC-035: an integer out of range fails the job.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"2147483647"}
--> {"s":"2147483648"}
SELECT CAST(s AS INT) FROM t;
-- answer:
--| java.lang.NumberFormatException: For input string: '2147483648'. Overflow.
