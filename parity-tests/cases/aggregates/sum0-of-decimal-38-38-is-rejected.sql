-- SUM beside STDDEV becomes $SUM0, which begins with a 0 that Flink cannot make of DECIMAL(38, 38).
-- mode: fails
CREATE TABLE t (g INT, c DECIMAL(38, 38), v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"c":0.5,"v":1}
SELECT g, SUM(c), STDDEV_POP(v) FROM t GROUP BY g;
-- answer:
--| java.lang.IllegalArgumentException: Cannot convert 0 to DECIMAL(38, 38) due to overflow
