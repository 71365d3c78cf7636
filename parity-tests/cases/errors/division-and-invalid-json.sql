-- L148: the other way round.
-- mode: fails
-- require: accelerated
CREATE TABLE t (n INT, d INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"d":1}
--> {"n":
--> {"n":1,"d":0}
SELECT n / d FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"n":'.
--| org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.io.JsonEOFException: Unexpected end-of-input within/between Object entries
