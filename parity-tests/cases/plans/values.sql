-- VALUES is a source like another.
-- mode: rows
SELECT a + 1, UPPER(b) FROM (VALUES (1, 'x'), (2, 'y'), (CAST(NULL AS INT), 'z')) AS v (a, b);
-- answer:
--| (2, 'X')
--| (3, 'Y')
--| (NULL, 'Z')
