-- E43: a pattern that Java refuses.
-- mode: fails
-- include: all-types.sql
SELECT DATE_FORMAT(ts3, 'bbb {') FROM all_types;
-- answer:
--| java.lang.IllegalArgumentException: Unknown pattern letter: b
