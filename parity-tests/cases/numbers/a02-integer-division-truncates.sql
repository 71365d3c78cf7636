-- A2: integer / and % truncate toward zero, the sign follows the dividend; MIN / -1 wraps.
-- mode: kinds
-- include: integers.sql
SELECT a / CAST(n AS TINYINT), b / CAST(n AS SMALLINT), c / n, d / n, c / 2, d / 3, a / 3, b / -2 FROM integers WHERE n <> 1000000;
-- answer:
--| (127, 32767, 2147483647, 9223372036854775807, 1073741823, 3074457345618258602, 42, -16383)
--| (-128, -32768, -2147483648, -9223372036854775808, -1073741824, -3074457345618258602, -42, 16384)
--| (50, 150, 32768, 2147483648, 32768, 1431655765, 33, -150)
--| (-3, -3, -3, -3, -3, -2, -2, 3)
--| (-3, -3, -3, -3, 3, 2, 2, -3)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (0, 0, 0, 0, 0, 0, 0, 0)

SELECT MOD(a, n), MOD(b, n), MOD(c, n), MOD(d, n), c % n, d % n, c % 3, d % -3, MOD(a, CAST(3 AS TINYINT)) FROM integers;
-- answer:
--| (0, 0, 0, 0, 0, 0, 1, 1, 1)
--| (0, 0, 0, 0, 0, 0, -2, -2, -2)
--| (0, 0, 0, 0, 0, 0, 1, 1, 1)
--| (-1, -1, -1, -1, -1, -1, -1, -1, -1)
--| (1, 1, 1, 1, 1, 1, 1, 1, 1)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (0, 0, 0, 0, 0, 0, 0, 0, 0)
--| (-1, -1, -1, 740993, -1, 740993, -1, 0, -1)
