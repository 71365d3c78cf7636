-- Index 0 of an array: what Flink does.
-- mode: kinds
CREATE TABLE t (arr ARRAY<STRING>, i INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"arr":["a","b"],"i":0}
--> {"arr":["a","b"],"i":-1}
SELECT arr[i] FROM t;
-- answer:
--| (NULL)
--| (NULL)
