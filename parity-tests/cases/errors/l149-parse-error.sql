-- L149: SQL that does not parse.
-- mode: fails
-- include: integers.sql
SELECT FROM WHERE;
-- answer:
--| org.apache.flink.table.api.SqlParserException: SQL parse failed. Incorrect syntax near the keyword 'FROM' at line 1, column 8.
--| org.apache.calcite.sql.parser.SqlParseException: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
--| org.apache.flink.sql.parser.impl.ParseException: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
