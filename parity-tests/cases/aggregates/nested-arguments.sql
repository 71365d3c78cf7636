-- Aggregates of ARRAY, MAP and ROW values.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, a ARRAY<INT>, r ROW<x INT, y STRING>, m MAP<STRING, INT>) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"a":[1,2],"r":{"x":1,"y":"a"},"m":{"k":1}}
--> {"g":1,"a":null,"r":null,"m":null}
--> {"g":1,"a":[1,2],"r":{"x":1,"y":"a"},"m":{"k":1}}
--> {"g":1,"a":[],"r":{"x":null,"y":null},"m":{}}
SELECT g, COUNT(a), COUNT(r), COUNT(m), FIRST_VALUE(a), LAST_VALUE(r), LAST_VALUE(m), COLLECT(r), ARRAY_AGG(a), COUNT(DISTINCT a) FROM t GROUP BY g;
-- answer:
--| (1, 1, 1, 1, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 1}, [[1, 2]], 1)
--| -U (1, 1, 1, 1, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 1}, [[1, 2]], 1)
--| +U (1, 1, 1, 1, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 1}, [[1, 2], NULL], 1)
--| -U (1, 1, 1, 1, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 1}, [[1, 2], NULL], 1)
--| +U (1, 2, 2, 2, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 2}, [[1, 2], NULL, [1, 2]], 1)
--| -U (1, 2, 2, 2, [1, 2], (1, 'a'), {'k': 1}, {(1, 'a'): 2}, [[1, 2], NULL, [1, 2]], 1)
--| +U (1, 3, 3, 3, [1, 2], (NULL, NULL), {}, {(1, 'a'): 2, (NULL, NULL): 1}, [[1, 2], NULL, [1, 2], []], 2)
