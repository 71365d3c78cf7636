-- An argument fails on a row that its FILTER leaves out.
-- mode: fails
-- require: accelerated
CREATE TABLE t (g INT, v INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1,"s":"1"}
--> {"g":1,"v":0,"s":"x"}
SELECT g, SUM(CAST(s AS INT)) FILTER (WHERE v > 0) FROM t GROUP BY g;
-- answer:
--| java.lang.NumberFormatException: For input string: 'x'. Invalid character found.
