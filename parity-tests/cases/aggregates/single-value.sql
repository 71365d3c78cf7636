-- SINGLE_VALUE of a group with one row each.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v STRING, d DECIMAL(20, 3), ts TIMESTAMP(9)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":"only","d":1.5,"ts":"2026-01-01 00:00:00.000000001"}
--> {"g":2}
SELECT g, SINGLE_VALUE(v), SINGLE_VALUE(d), SINGLE_VALUE(ts) FROM t GROUP BY g;
-- answer:
--| (1, 'only', 1.500, 2026-01-01T00:00:00.000000001)
--| (2, NULL, NULL, NULL)
