-- J98, PC-003: in nested rows, and what comes behind the last wanted field.
-- mode: kinds
CREATE TABLE t (r ROW<a INT, b INT>, m MAP<STRING, INT>, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"r":{"a":1,"a":2,"b":3},"m":{"k":1,"k":2},"n":1}
--> {"r":{"a":1,"b":2,"a":3,"x":{"y":[1,2]}},"m":{},"n":2}
--> {"n":3,"r":{"b":1},"r":{"a":1},"m":{"k":5}}
--> {"n":4,"m":{"k":5},"r":{"a":1,"b":2} , "junk": [1, {"a": 2}] }
SELECT r.a, r.b, m, n FROM t;
-- answer:
--| (2, NULL, {'k': 2}, 1)
--| (1, 2, {}, 2)
--| (1, NULL, NULL, 3)
--| (1, 2, {'k': 5}, 4)
