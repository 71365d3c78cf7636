-- K142: 70 fields of one key need two words of null bits.
-- mode: kinds
-- key: 1, 2
CREATE TABLE t (a INT, b STRING, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 3 {"a":#,"b":"#","n":1}
--> @times 4 {"a":#,"n":2}
--> @times 3 {"a":#,"b":"#","n":4}
SELECT a, b, COUNT(*), SUM(n) FROM (SELECT a, b, a + 0 AS x0, a + 1 AS x1, a + 2 AS x2, a + 3 AS x3, a + 4 AS x4, a + 5 AS x5, a + 6 AS x6, a + 7 AS x7, a + 8 AS x8, a + 9 AS x9, a + 10 AS x10, a + 11 AS x11, a + 12 AS x12, a + 13 AS x13, a + 14 AS x14, a + 15 AS x15, a + 16 AS x16, a + 17 AS x17, a + 18 AS x18, a + 19 AS x19, a + 20 AS x20, a + 21 AS x21, a + 22 AS x22, a + 23 AS x23, a + 24 AS x24, a + 25 AS x25, a + 26 AS x26, a + 27 AS x27, a + 28 AS x28, a + 29 AS x29, a + 30 AS x30, a + 31 AS x31, a + 32 AS x32, a + 33 AS x33, b || '0' AS y0, b || '1' AS y1, b || '2' AS y2, b || '3' AS y3, b || '4' AS y4, b || '5' AS y5, b || '6' AS y6, b || '7' AS y7, b || '8' AS y8, b || '9' AS y9, b || '10' AS y10, b || '11' AS y11, b || '12' AS y12, b || '13' AS y13, b || '14' AS y14, b || '15' AS y15, b || '16' AS y16, b || '17' AS y17, b || '18' AS y18, b || '19' AS y19, b || '20' AS y20, b || '21' AS y21, b || '22' AS y22, b || '23' AS y23, b || '24' AS y24, b || '25' AS y25, b || '26' AS y26, b || '27' AS y27, b || '28' AS y28, b || '29' AS y29, b || '30' AS y30, b || '31' AS y31, b || '32' AS y32, b || '33' AS y33, n FROM t)
GROUP BY a, b, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30, x31, x32, x33, y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15, y16, y17, y18, y19, y20, y21, y22, y23, y24, y25, y26, y27, y28, y29, y30, y31, y32, y33;
-- answer:
--| (0, '0', 1, 1)
--| (1, '1', 1, 1)
--| (2, '2', 1, 1)
--| (0, NULL, 1, 2)
--| (1, NULL, 1, 2)
--| (2, NULL, 1, 2)
--| (3, NULL, 1, 2)
--| -U (0, '0', 1, 1)
--| +U (0, '0', 2, 5)
--| -U (1, '1', 1, 1)
--| +U (1, '1', 2, 5)
--| -U (2, '2', 1, 1)
--| +U (2, '2', 2, 5)
