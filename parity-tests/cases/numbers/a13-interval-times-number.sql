-- A13: interval × number truncates.
-- mode: kinds
CREATE TABLE t (ts TIMESTAMP(3), n INT, d DOUBLE, p DECIMAL(5, 2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"ts":"2026-01-31 00:00:00","n":3,"d":1.9999,"p":0.33}
--> {"ts":"2026-01-31 00:00:00","n":-3,"d":-1.9999,"p":-0.33}
--> {"ts":null,"n":1,"d":1,"p":1}
--> {"ts":"2026-01-31 00:00:00","n":null,"d":null,"p":null}
SELECT ts + INTERVAL '1' SECOND * n, ts + INTERVAL '1' MONTH * n, ts - n * INTERVAL '1' DAY FROM t;
-- answer:
--| (2026-01-31T00:00:03, 2026-04-30T00:00, 2026-01-28T00:00)
--| (2026-01-30T23:59:57, 2025-10-31T00:00, 2026-02-03T00:00)
--| (NULL, NULL, NULL)
--| (NULL, NULL, NULL)
