-- E44: EXTRACT: DOW, WEEK, QUARTER … as in Flink.
-- mode: kinds
-- include: all-types.sql
SELECT EXTRACT(YEAR FROM dt), EXTRACT(QUARTER FROM dt), EXTRACT(MONTH FROM dt), EXTRACT(WEEK FROM dt), EXTRACT(DAY FROM dt), EXTRACT(DOW FROM dt), EXTRACT(DOY FROM dt), EXTRACT(ISODOW FROM dt), EXTRACT(ISOYEAR FROM dt) FROM all_types;
-- answer:
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (1, 1, 1, 1, 1, 2, 1, 1, 1)
--| (9999, 4, 12, 52, 31, 6, 365, 5, 9999)
--| (1970, 1, 1, 1, 1, 5, 1, 4, 1970)
--| (1969, 4, 12, 1, 31, 4, 365, 3, 1970)
--| (2000, 1, 2, 9, 29, 3, 60, 2, 2000)
--| (2026, 4, 11, 49, 30, 2, 334, 1, 2026)

SELECT EXTRACT(YEAR FROM ts3), EXTRACT(MONTH FROM ts9), EXTRACT(DAY FROM ts3), EXTRACT(HOUR FROM ts3), EXTRACT(MINUTE FROM ts9), EXTRACT(SECOND FROM ts9), EXTRACT(DOW FROM ts3), EXTRACT(WEEK FROM ts3), EXTRACT(QUARTER FROM ts9) FROM all_types;
-- answer:
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (1, 1, 1, 0, 0, 0, 2, 1, 1)
--| (9999, 12, 31, 23, 59, 59, 6, 52, 4)
--| (1970, 1, 1, 0, 0, 0, 5, 1, 1)
--| (1970, 1, 1, 0, 0, 0, 5, 1, 1)
--| (2000, 2, 29, 12, 34, 56, 3, 9, 1)
--| (2026, 11, 30, 8, 9, 10, 2, 49, 4)

SELECT YEAR(dt), MONTH(dt), DAYOFMONTH(dt), DAYOFWEEK(dt), DAYOFYEAR(dt), WEEK(dt), QUARTER(dt), HOUR(tm), MINUTE(tm), SECOND(tm), HOUR(ts3), MINUTE(ts3), SECOND(ts3) FROM all_types;
-- answer:
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (1, 1, 1, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0)
--| (9999, 12, 31, 6, 365, 52, 4, 23, 59, 59, 23, 59, 59)
--| (1970, 1, 1, 5, 1, 1, 1, 12, 0, 0, 0, 0, 0)
--| (1969, 12, 31, 4, 365, 1, 4, 1, 2, 3, 0, 0, 0)
--| (2000, 2, 29, 3, 60, 9, 1, 12, 34, 56, 12, 34, 56)
--| (2026, 11, 30, 2, 334, 49, 4, 8, 9, 10, 8, 9, 10)
