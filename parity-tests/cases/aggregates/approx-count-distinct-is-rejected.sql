-- APPROX_COUNT_DISTINCT is for batch jobs.
-- mode: fails
-- include: samples.sql
SELECT g, APPROX_COUNT_DISTINCT(i) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Sql optimization: Cannot generate a valid execution plan for the given query: 
--| org.apache.flink.table.api.TableException: APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.
