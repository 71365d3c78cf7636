-- L149: updates into a sink that takes inserts only.
-- mode: fails
-- include: orders.sql
CREATE TABLE o (kind STRING, c BIGINT) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT kind, COUNT(*) FROM orders GROUP BY kind;
-- answer:
--| org.apache.flink.table.api.TableException: Table sink 'default_catalog.default_database.o' doesn't support consuming update changes which is produced by node GroupAggregate(groupBy=[kind], select=[kind, COUNT(*) AS EXPR$…])
