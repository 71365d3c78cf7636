-- Fields of rows, elements of arrays and maps; out of range and missing.
-- mode: kinds
CREATE TABLE t (r ROW<a INT, n ROW<x STRING, y ARRAY<INT>>>, m MAP<STRING, INT>, arr ARRAY<STRING>, i INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"r":{"a":1,"n":{"x":"deep","y":[7,8]}},"m":{"k":5},"arr":["a","b"],"i":2}
--> {"r":{"a":null,"n":null},"m":{},"arr":[],"i":1}
--> {"r":null,"m":null,"arr":null,"i":null}
--> {"r":{"n":{"y":[null]}},"m":{"k":null},"arr":[null],"i":3}
SELECT r.a, r.n.x, r.n.y[1], m['k'], arr[1], arr[i], CARDINALITY(r.n.y), r.n IS NULL, arr[10], r.n.y[i] FROM t;
-- answer:
--| (1, 'deep', 7, 5, 'a', 'b', 2, false, NULL, 8)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL)
--| (NULL, NULL, NULL, NULL, NULL, NULL, 1, false, NULL, NULL)
