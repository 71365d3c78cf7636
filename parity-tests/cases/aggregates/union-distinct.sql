-- UNION without ALL is a GROUP BY over the union.
-- mode: kinds
-- key: 1
-- parallelism: 1
CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"b":"x"}
--> {"a":1,"b":"x"}
--> {"a":2,"b":null}
CREATE TABLE u (a INT, b STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":2,"b":null}
--> {"a":1,"b":"x"}
--> {"a":3,"b":"z"}
SELECT * FROM t UNION SELECT * FROM u;
-- answer:
--| (1, 'x')
--| (2, NULL)
--| (3, 'z')
