-- J99, J101, PC-004, PC-005: a structural error fails the job in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1}
--> {"a":
SELECT a FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"a":'.
--| org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.io.JsonEOFException: Unexpected end-of-input within/between Object entries
