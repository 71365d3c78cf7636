-- PC-010: the wrong spelling fails in strict mode.
-- mode: fails
-- require: accelerated
CREATE TABLE t (t TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"t":"2024-05-06 07:08:09"}
--> {"t":"2024-05-06T07:08:09"}
SELECT t FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"t":"2024-05-06T07:08:09"}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: t.
