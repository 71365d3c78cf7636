-- C21, C26: a text that is no DATE fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS DATE) FROM t;
-- answer:
--| java.time.DateTimeException: For input string: 'four'.
