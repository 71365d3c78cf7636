-- PC-007: a BIGINT out of range fails in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (l BIGINT) WITH ('connector' = 'case', 'format' = 'json');
--> {"l":9223372036854775807}
--> {"l":9223372036854775808}
SELECT * FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"l":9223372036854775808}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: l.
