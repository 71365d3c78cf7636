-- E43: DATE_FORMAT of a text goes through SimpleDateFormat.
-- mode: fallback(DATE_FORMAT)
-- include: all-types.sql
SELECT DATE_FORMAT('2024-05-06 07:08:09', 'yyyy'), DATE_FORMAT(CAST(ts3 AS STRING), 'yyyy-MM-dd') FROM all_types WHERE id > 1;
-- answer:
--| ('2024', '9999-12-31')
--| ('2024', '1970-01-01')
--| ('2024', '1969-12-31')
--| ('2024', '2000-02-29')
--| ('2024', '2026-11-30')
