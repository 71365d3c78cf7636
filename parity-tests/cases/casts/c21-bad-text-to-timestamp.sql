-- C21, C26: a text that is no TIMESTAMP fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS TIMESTAMP) FROM t;
-- answer:
--| java.time.format.DateTimeParseException: Text 'four' could not be parsed at index 0
