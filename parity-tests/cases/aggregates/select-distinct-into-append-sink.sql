-- SELECT DISTINCT of insert-only rows counts as a source of updates: an append-only sink rejects it.
-- mode: fails
-- include: samples.sql
CREATE TABLE o (g STRING, i INT) WITH ('connector' = 'case', 'changelog' = 'I');
INSERT INTO o SELECT DISTINCT g, i FROM samples;
-- answer:
--| org.apache.flink.table.api.TableException: Table sink 'default_catalog.default_database.o' doesn't support consuming update changes which is produced by node GroupAggregate(groupBy=[g, i], select=[g, i])
