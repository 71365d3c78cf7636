-- C27, L149: an unknown column.
-- mode: fails
-- include: all-types.sql
SELECT nope FROM all_types;
-- answer:
--| org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 8 to line 1, column 11: Column 'nope' not found in any table
--| org.apache.calcite.runtime.CalciteContextException: From line 1, column 8 to line 1, column 11: Column 'nope' not found in any table
--| org.apache.calcite.sql.validate.SqlValidatorException: Column 'nope' not found in any table
