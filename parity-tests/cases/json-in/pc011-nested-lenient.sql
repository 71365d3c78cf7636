-- J99, PC-011: lenient mode nulls the smallest bad value, not the container; a duplicate map key keeps the last value.
-- mode: kinds
CREATE TABLE t (r ROW<a INT, b ARRAY<INT>>, m MAP<STRING, INT>, rr ARRAY<ROW<x INT, y ARRAY<STRING>>>, mm MAP<STRING, MAP<STRING, INT>>)
WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"r":{"a":1,"b":[1,null,"3"]},"m":{"x":1,"x":2}}
--> {"r":{"a":"q","b":[1,"q"]},"m":{"x":"q"}}
--> {"r":"oops","m":{}}
--> {"r":{"a":1,"b":"oops"},"m":"oops"}
--> {"r":[1],"m":[1],"rr":{"x":1},"mm":5}
--> {"rr":[{"x":1,"y":["a",1,null,{"k":1}]},null,5,{"x":"q"},"z",[1]]}
--> {"mm":{"a":{"b":1,"c":"q"},"d":null,"e":5,"":{}}}
--> {"r":{"a":[1,2],"b":[[1],{"x":1},2]},"m":{"a":[1],"b":{"c":2},"d":3}}
--> {"r":{},"m":{"null":1},"rr":[],"mm":{}}
--> {"r":null,"m":null,"rr":null,"mm":null}
SELECT * FROM t;
-- answer:
--| ((1, [1, NULL, 3]), {'x': 2}, NULL, NULL)
--| ((NULL, [1, NULL]), {'x': NULL}, NULL, NULL)
--| (NULL, {}, NULL, NULL)
--| ((1, NULL), NULL, NULL, NULL)
--| (NULL, NULL, NULL, NULL)
--| (NULL, NULL, NULL, {'': {}, 'a': {'b': 1, 'c': NULL}, 'd': NULL, 'e': NULL})
--| ((NULL, NULL), {'1': NULL, 'a': NULL, 'b': NULL, 'c': 2}, NULL, NULL)
--| ((NULL, NULL), {'null': 1}, [], {})
--| (NULL, NULL, NULL, NULL)
