-- Keys that are intervals.
-- mode: kinds
-- key: 1, 2
CREATE TABLE t (g INT, a TIMESTAMP(3), b TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"a":"2026-01-01 00:00:00","b":"2025-01-01 00:00:01.5"}
--> {"g":1,"a":"2026-01-01 00:00:00","b":"2025-01-01 00:00:01.5"}
--> {"g":1,"a":null,"b":"2027-01-01 00:00:01.5"}
SELECT CAST(x AS STRING), CAST(y AS STRING), c FROM (SELECT (a - b) DAY TO SECOND AS x, (a - b) MONTH AS y, COUNT(*) AS c FROM t GROUP BY (a - b) DAY TO SECOND, (a - b) MONTH);
-- answer:
--| ('+364 23:59:58.500', '+0-11', 1)
--| -U ('+364 23:59:58.500', '+0-11', 1)
--| +U ('+364 23:59:58.500', '+0-11', 2)
--| (NULL, NULL, 1)
