-- A10: BigDecimal.valueOf has no NaN and no infinity.
-- mode: fails
CREATE TABLE t (d DOUBLE) WITH ('connector' = 'case', 'format' = 'json');
--> {"d":1.5}
--> {"d":"NaN"}
SELECT ROUND(d, 2) FROM t;
-- answer:
--| java.lang.NumberFormatException: Character N is neither a decimal digit number, decimal point, nor "e" notation exponential mark.
