-- L149: a query that does not fit its sink.
-- mode: fails
-- include: integers.sql
CREATE TABLE o (a INT, b INT) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT n FROM integers;
-- answer:
--| org.apache.flink.table.api.ValidationException: Column types of query result and sink for 'default_catalog.default_database.o' do not match.
