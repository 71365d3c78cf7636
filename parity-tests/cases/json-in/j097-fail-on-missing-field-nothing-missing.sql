-- J97: and does not when it is there, even as null.
-- mode: kinds
CREATE TABLE t (a INT, r ROW<x INT, y STRING>) WITH ('connector' = 'case', 'format' = 'json', 'json.fail-on-missing-field' = 'true');
--> {"a":1,"r":{"x":1,"y":"y"}}
--> {"r":{"y":null,"x":2,"z":3},"a":null}
--> {"r":null,"a":null}
SELECT a, r FROM t;
-- answer:
--| (1, (1, 'y'))
--| (NULL, (2, NULL))
--| (NULL, NULL)
