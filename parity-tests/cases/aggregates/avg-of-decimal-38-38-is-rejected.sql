-- AVG of DECIMAL(38, 38) fails while planning: Flink cannot make its own 0 of that type. SUM works.
-- mode: fails
CREATE TABLE t (g INT, c DECIMAL(38, 38)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"c":0.5}
SELECT g, AVG(c) FROM t GROUP BY g;
-- answer:
--| java.lang.IllegalArgumentException: Cannot convert 0 to DECIMAL(38, 38) due to overflow
