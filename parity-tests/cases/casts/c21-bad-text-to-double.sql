-- C21, C26: a text that is no DOUBLE fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS DOUBLE) FROM t;
-- answer:
--| java.lang.NumberFormatException: For input string: "four"
