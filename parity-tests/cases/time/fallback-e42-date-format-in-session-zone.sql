-- E42, E43: DATE_FORMAT of a TIMESTAMP_LTZ.
-- mode: fallback(session time zone)
-- set: table.local-time-zone = America/New_York
CREATE TABLE t (z TIMESTAMP_LTZ(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"z":"2026-03-08 06:59:59.999Z"}
--> {"z":"2026-03-08 07:00:00Z"}
--> {"z":"2026-11-01 05:30:00Z"}
--> {"z":null}
SELECT DATE_FORMAT(z, 'yyyy-MM-dd HH:mm:ss.SSS'), DATE_FORMAT(z, 'HH') FROM t;
-- answer:
--| ('2026-03-08 01:59:59.999', '01')
--| ('2026-03-08 03:00:00.000', '03')
--| ('2026-11-01 01:30:00.000', '01')
--| (NULL, NULL)
