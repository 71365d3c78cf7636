-- CASE, COALESCE, NULLIF, IF, IFNULL and IN with NULLs.
-- mode: kinds
-- include: integers.sql
SELECT CASE WHEN c > 0 THEN 'pos' WHEN c < 0 THEN 'neg' WHEN c = 0 THEN 'zero' END, CASE c WHEN 7 THEN 1 WHEN -7 THEN 2 ELSE 3 END, COALESCE(c, n), COALESCE(CAST(NULL AS INT), c, -1), NULLIF(c, 7), IF(c > n, c, n), IFNULL(c, n) FROM integers;
-- answer:
--| ('pos', 3, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647)
--| ('neg', 3, -2147483648, -2147483648, -2147483648, -1, -2147483648)
--| ('pos', 3, 65536, 65536, 65536, 65536, 65536)
--| ('neg', 2, -7, -7, -7, 2, -7)
--| ('pos', 1, 7, 7, NULL, 7, 7)
--| (NULL, 3, 3, -1, NULL, 3, 3)
--| ('zero', 3, 0, 0, 0, 5, 0)
--| ('neg', 3, -1, -1, -1, 1000000, -1)

SELECT c IN (7, -7), c IN (7, NULL), c NOT IN (7, NULL), c IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21), c BETWEEN n AND 100, c BETWEEN SYMMETRIC 100 AND n, c NOT BETWEEN 0 AND 10 FROM integers;
-- answer:
--| (false, NULL, NULL, false, false, false, true)
--| (false, NULL, NULL, false, false, false, true)
--| (false, NULL, NULL, false, false, false, true)
--| (true, NULL, NULL, false, false, false, true)
--| (true, true, false, true, true, true, false)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (false, NULL, NULL, false, false, false, false)
--| (false, NULL, NULL, false, false, false, true)

SELECT n FROM integers WHERE c IN (7, -7, 65536) OR c IS NULL;
-- answer:
--| (2)
--| (2)
--| (-2)
--| (3)
