-- C27, L149: what Flink rejects while planning is still rejected, with its own message.
-- mode: fails
-- include: all-types.sql
SELECT CAST(arr AS INT) FROM all_types;
-- answer:
--| org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 8 to line 1, column 23: Cast function cannot convert value of type INTEGER ARRAY to type INTEGER
--| org.apache.calcite.runtime.CalciteContextException: From line 1, column 8 to line 1, column 23: Cast function cannot convert value of type INTEGER ARRAY to type INTEGER
--| org.apache.calcite.sql.validate.SqlValidatorException: Cast function cannot convert value of type INTEGER ARRAY to type INTEGER
