-- E50: functions without a fixed value: they give something, which is not compared.
-- mode: fallback(reads the clock)
CREATE TABLE t (n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1}
SELECT n, CURRENT_TIMESTAMP IS NOT NULL, CURRENT_DATE > DATE '2020-01-01', NOW() IS NOT NULL, LOCALTIMESTAMP IS NULL FROM t;
-- answer:
--| (1, true, true, true, false)
