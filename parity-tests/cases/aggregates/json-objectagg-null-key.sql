-- JSON_OBJECTAGG fails on a NULL key.
-- mode: fails
-- include: samples.sql
SELECT g, JSON_OBJECTAGG(KEY s VALUE i) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableRuntimeException: Map views don't support null keys.
