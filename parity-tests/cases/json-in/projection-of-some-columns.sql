-- A query that reads some columns still decodes all of them, as the table is declared: a bad value in another column fails.
-- mode: fails
-- require: accelerated
CREATE TABLE t (a INT, b INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"b":2}
--> {"a":2,"b":"bad"}
SELECT a FROM t;
-- answer:
--| java.io.IOException: Failed to deserialize JSON '{"a":2,"b":"bad"}'.
--| org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: b.
