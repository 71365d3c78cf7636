-- C21, C26: a text that is no BOOLEAN fails the job, with Flink's message.
-- mode: fails
-- require: accelerated
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":null}
--> {"s":"four"}
SELECT CAST(s AS BOOLEAN) FROM t;
-- answer:
--| org.apache.flink.table.api.TableException: Cannot parse 'four' as BOOLEAN.
