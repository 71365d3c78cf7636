-- C24: NaN has no decimal.
-- mode: fails
CREATE TABLE t (d DOUBLE) WITH ('connector' = 'case', 'format' = 'json');
--> {"d":1}
--> {"d":"NaN"}
SELECT CAST(d AS DECIMAL(5, 2)) FROM t;
-- answer:
--| java.lang.NumberFormatException: Character N is neither a decimal digit number, decimal point, nor "e" notation exponential mark.
