-- A MAP as a group key: its bytes count, in the order of the Java map.
-- mode: kinds
-- key: 1
CREATE TABLE t (k MAP<STRING, INT>, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":{"a":1,"b":2},"n":1}
--> {"k":{"b":2,"a":1},"n":2}
SELECT k, COUNT(*) FROM t GROUP BY k;
-- answer:
--| ({'a': 1, 'b': 2}, 1)
--| -U ({'a': 1, 'b': 2}, 1)
--| +U ({'a': 1, 'b': 2}, 2)
