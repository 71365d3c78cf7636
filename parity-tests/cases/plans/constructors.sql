-- ROW, ARRAY and MAP constructors; of the rows that a filter keeps, too, where the elements of the others are never computed.
-- mode: kinds
-- include: integers.sql
SELECT ROW(n, c), ARRAY[n, c], MAP['n', n, 'c', c], ROW(1, ROW('x', n)) FROM integers;
-- answer:
--| ((1, 2147483647), [1, 2147483647], {'c': 2147483647, 'n': 1}, (1, ('x', 1)))
--| ((-1, -2147483648), [-1, -2147483648], {'c': -2147483648, 'n': -1}, (1, ('x', -1)))
--| ((2, 65536), [2, 65536], {'c': 65536, 'n': 2}, (1, ('x', 2)))
--| ((2, -7), [2, -7], {'c': -7, 'n': 2}, (1, ('x', 2)))
--| ((-2, 7), [-2, 7], {'c': 7, 'n': -2}, (1, ('x', -2)))
--| ((3, NULL), [3, NULL], {'c': NULL, 'n': 3}, (1, ('x', 3)))
--| ((5, 0), [5, 0], {'c': 0, 'n': 5}, (1, ('x', 5)))
--| ((1000000, -1), [1000000, -1], {'c': -1, 'n': 1000000}, (1, ('x', 1000000)))
CREATE TABLE kept (i INT, l ARRAY<ROW<p INT, q STRING>>, m MAP<STRING, ARRAY<INT>>) WITH ('connector' = 'case');
INSERT INTO kept SELECT n, ARRAY[ROW(100 / n, CAST(n AS STRING)), ROW(c, 'x')], MAP['q', ARRAY[10 / n], 'nc', ARRAY[n, c]] FROM integers WHERE n > 1 AND n <> 3;
-- answer:
--| (2, [(50, '2'), (65536, 'x')], {'nc': [2, 65536], 'q': [5]})
--| (2, [(50, '2'), (-7, 'x')], {'nc': [2, -7], 'q': [5]})
--| (5, [(20, '5'), (0, 'x')], {'nc': [5, 0], 'q': [2]})
--| (1000000, [(0, '1000000'), (-1, 'x')], {'nc': [1000000, -1], 'q': [0]})
