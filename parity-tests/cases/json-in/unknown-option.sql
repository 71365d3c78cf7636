-- L149: an unknown format option is refused by Flink, in its words.
-- mode: fails
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json', 'json.nonsense' = 'true');
--> {"a":1}
SELECT * FROM t;
-- answer:
--| org.apache.flink.table.api.ValidationException: Unable to create a source for reading table 'default_catalog.default_database.t'.
--| org.apache.flink.table.api.ValidationException: Unsupported options found for 'case'.
