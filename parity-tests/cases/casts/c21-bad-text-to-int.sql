-- C21, C26: a text that is no INT fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS INT) FROM t;
-- answer:
--| java.lang.NumberFormatException: For input string: 'four'. Invalid character found.
