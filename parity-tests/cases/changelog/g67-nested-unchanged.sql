-- G67: equality of nested results.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, a ARRAY<DOUBLE>, r ROW<x INT, y STRING>, m MAP<STRING, INT>, b BYTES) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"a":[1,null],"r":{"x":1,"y":"a"},"m":{"k":1,"l":2},"b":"AAE="}
--> {"g":1,"a":[1,null],"r":{"x":1,"y":"a"},"m":{"l":2,"k":1},"b":"AAE="}
--> {"g":2,"a":["NaN"],"r":{"x":null,"y":"a"},"m":{},"b":""}
--> {"g":2,"a":["NaN"],"r":{"x":null,"y":"a"},"m":{},"b":""}
--> {"g":3,"a":[0.0],"r":{"x":1,"y":"a"},"m":{"k":null},"b":""}
--> {"g":3,"a":[-0.0],"r":{"x":1,"y":"a"},"m":{"k":null},"b":""}
SELECT g, LAST_VALUE(a), LAST_VALUE(r), LAST_VALUE(m), LAST_VALUE(b) FROM t GROUP BY g;
-- answer:
--| (1, [1.0, NULL], (1, 'a'), {'k': 1, 'l': 2}, x'0001')
--| (2, [NaN], (NULL, 'a'), {}, x'')
--| (3, [0.0], (1, 'a'), {'k': NULL}, x'')
--| -U (3, [0.0], (1, 'a'), {'k': NULL}, x'')
--| +U (3, [-0.0], (1, 'a'), {'k': NULL}, x'')
