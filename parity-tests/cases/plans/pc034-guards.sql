-- PC-034: AND, OR and CASE guard a division: row-level short circuit as in Java.
-- mode: kinds
CREATE TABLE t (i INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"i":3,"s":"3"}
--> {"i":0,"s":"x"}
--> {"i":null,"s":null}
SELECT i <> 0 AND 60 / i > 10, i = 0 OR 60 / i > 10, CASE WHEN i = 0 THEN -1 ELSE 60 / i END, IF(i = 0, 0, 100 / i), CASE WHEN s = 'x' THEN 0 ELSE CAST(s AS INT) END FROM t;
-- answer:
--| (true, true, 20, 33, 3)
--| (false, true, -1, 0, 0)
--| (NULL, NULL, NULL, NULL, NULL)

SELECT i FROM t WHERE i <> 0 AND 60 / i > 10;
-- answer:
--| (3)

SELECT 60 / i FROM t WHERE i > 0;
-- answer:
--| (20)
