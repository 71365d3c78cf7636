-- MIN of BYTES is rejected while planning.
-- mode: fails
-- include: samples-changelog.sql
SELECT g, MIN(bin) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Sql optimization: Cannot generate a valid execution plan for the given query: 
--| org.apache.flink.table.api.TableException: Min aggregate function does not support type: ''VARBINARY''.
