-- The second aggregate has the key of the first: no second exchange.
-- mode: kinds
-- key: 1
CREATE TABLE t (a INT, b INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"b":1}
--> {"a":1,"b":2}
--> {"a":2,"b":1}
--> {"a":1,"b":1}
SELECT a, MAX(c) FROM (SELECT a, COUNT(*) AS c FROM t GROUP BY a) GROUP BY a;
-- answer:
--| (1, 1)
--| -U (1, 1)
--| +U (1, 2)
--| (2, 1)
--| -U (1, 2)
--| +U (1, 3)
