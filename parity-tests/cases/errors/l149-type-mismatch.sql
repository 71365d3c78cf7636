-- L149: a type error.
-- mode: fails
-- include: all-types.sql
SELECT arr + 1 FROM all_types;
-- answer:
--| org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 8 to line 1, column 14: Cannot apply '+' to arguments of type '<INTEGER ARRAY> + <INTEGER>'. Supported form(s): '<NUMERIC> + <NUMERIC>'
--| org.apache.calcite.runtime.CalciteContextException: From line 1, column 8 to line 1, column 14: Cannot apply '+' to arguments of type '<INTEGER ARRAY> + <INTEGER>'. Supported form(s): '<NUMERIC> + <NUMERIC>'
--| org.apache.calcite.sql.validate.SqlValidatorException: Cannot apply '+' to arguments of type '<INTEGER ARRAY> + <INTEGER>'. Supported form(s): '<NUMERIC> + <NUMERIC>'
