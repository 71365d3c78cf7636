-- F55: a null rowtime fails in the watermark assigner.
-- mode: fails
-- require: accelerated
CREATE TABLE t (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'watermark.push-down' = 'false');
--> {"n":1,"ts":"2026-01-01 00:00:00"}
--> {"n":2,"ts":null}
SELECT n FROM t;
-- answer:
--| java.lang.RuntimeException: RowTime field should not be null, please convert it to a non-null long value.
