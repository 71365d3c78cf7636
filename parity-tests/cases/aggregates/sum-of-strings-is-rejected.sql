-- SUM of a string is rejected while planning.
-- mode: fails
-- include: samples.sql
SELECT g, SUM(bool) FROM samples GROUP BY g;
-- answer:
--| org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 11 to line 1, column 19: Cannot apply 'SUM' to arguments of type 'SUM(<BOOLEAN>)'. Supported form(s): 'SUM(<NUMERIC>)'
--| org.apache.calcite.runtime.CalciteContextException: From line 1, column 11 to line 1, column 19: Cannot apply 'SUM' to arguments of type 'SUM(<BOOLEAN>)'. Supported form(s): 'SUM(<NUMERIC>)'
--| org.apache.calcite.sql.validate.SqlValidatorException: Cannot apply 'SUM' to arguments of type 'SUM(<BOOLEAN>)'. Supported form(s): 'SUM(<NUMERIC>)'
