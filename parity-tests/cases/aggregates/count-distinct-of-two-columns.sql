-- COUNT(DISTINCT a, b) is rejected, as is COUNT(a, b).
-- mode: fails
-- include: samples.sql
SELECT g, COUNT(DISTINCT i, s) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Sql optimization: Cannot generate a valid execution plan for the given query: 
--| org.apache.flink.table.api.TableException: We now only support the count of one field.
