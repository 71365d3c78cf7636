-- C21, C26: a text that is no DECIMAL(5, 2) fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS DECIMAL(5, 2)) FROM t;
-- answer:
--| java.lang.NumberFormatException: For input string: 'four'. Overflow.
