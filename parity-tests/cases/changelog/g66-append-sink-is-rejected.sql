-- G66: an append-only sink rejects an aggregate while planning.
-- mode: fails
-- include: samples.sql
CREATE TABLE o (g STRING, c BIGINT) WITH ('connector' = 'case', 'changelog' = 'I');
INSERT INTO o SELECT g, COUNT(*) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Table sink 'default_catalog.default_database.o' doesn't support consuming update changes which is produced by node GroupAggregate(groupBy=[g], select=[g, COUNT(*) AS EXPR$…])
