-- Elements that are rows or arrays themselves.
-- mode: fallback(ITEM)
CREATE TABLE t (arr ARRAY<ROW<z INT>>, m MAP<STRING, ARRAY<INT>>) WITH ('connector' = 'case', 'format' = 'json');
--> {"arr":[{"z":7},null],"m":{"k":[1,2]}}
--> {}
SELECT arr[1].z, arr[2].z, m['k'], m['k'][2] FROM t;
-- answer:
--| (7, NULL, [1, 2], 2)
--| (NULL, NULL, NULL, NULL)
