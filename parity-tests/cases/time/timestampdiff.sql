-- TIMESTAMPDIFF counts whole units.
-- mode: kinds
CREATE TABLE t (a TIMESTAMP(3), b TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"2026-01-01 10:20:30.900","b":"2026-01-01 10:22:30.100"}
--> {"a":"2021-01-31 00:00:00","b":"2021-03-01 00:00:00"}
--> {"a":"2024-02-29 12:00:00","b":"2023-02-28 11:59:59.999"}
--> {"a":"1969-12-31 23:59:59.999","b":"1970-01-01 00:00:00.001"}
--> {"a":null,"b":"2021-03-01 00:00:00"}
SELECT TIMESTAMPDIFF(SECOND, a, b), TIMESTAMPDIFF(MINUTE, a, b), TIMESTAMPDIFF(HOUR, a, b), TIMESTAMPDIFF(DAY, a, b), TIMESTAMPDIFF(MONTH, a, b), TIMESTAMPDIFF(YEAR, a, b) FROM t;
-- answer:
--| (119, 1, 0, 0, 0, 0)
--| (2505600, 41760, 696, 29, 1, 0)
--| (-31622400, -527040, -8784, -366, -13, -1)
--| (0, 0, 0, 0, 0, 0)
--| (NULL, NULL, NULL, NULL, NULL, NULL)
