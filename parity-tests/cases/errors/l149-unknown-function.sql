-- L149: plan-time rejections stay Flink's.
-- mode: fails
-- include: integers.sql
SELECT no_such_function(n) FROM integers;
-- answer:
--| org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 8 to line 1, column 26: No match found for function signature no_such_function(<NUMERIC>)
--| org.apache.calcite.runtime.CalciteContextException: From line 1, column 8 to line 1, column 26: No match found for function signature no_such_function(<NUMERIC>)
--| org.apache.calcite.sql.validate.SqlValidatorException: No match found for function signature no_such_function(<NUMERIC>)
