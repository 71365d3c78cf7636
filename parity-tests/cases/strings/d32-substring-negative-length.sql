-- D32: a negative length.
-- mode: kinds
CREATE TABLE t (s STRING, p INT, l INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"abc","p":2,"l":-1}
SELECT SUBSTRING(s, p, l) FROM t;
-- answer:
--| (NULL)
