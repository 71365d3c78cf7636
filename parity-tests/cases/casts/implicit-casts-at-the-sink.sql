-- An INSERT casts to the sink's types where that is implicit.
-- mode: kinds
-- include: integers.sql
CREATE TABLE wide (a INT, b BIGINT, c DOUBLE, d DECIMAL(20, 2)) WITH ('connector' = 'case');
INSERT INTO wide SELECT a, b, c, n FROM integers;
-- answer:
--| (127, 32767, 2.147483647E9, 1.00)
--| (-128, -32768, -2.147483648E9, -1.00)
--| (100, 300, 65536.0, 2.00)
--| (-7, -7, -7.0, 2.00)
--| (7, 7, 7.0, -2.00)
--| (NULL, NULL, NULL, 3.00)
--| (0, 0, 0.0, 5.00)
--| (-1, -1, -1.0, 1000000.00)
