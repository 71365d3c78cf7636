-- J90: not even from an object or an array?
-- mode: kinds
CREATE TABLE t (b BOOLEAN, n INT) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"b":{},"n":1}
--> {"b":[],"n":2}
--> {"b":{"x":true},"n":3}
--> {"b":[true],"n":4}
SELECT b, n FROM t;
-- answer:
--| (false, NULL)
--| (false, NULL)
--| (false, 4)
