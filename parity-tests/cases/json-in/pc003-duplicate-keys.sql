-- J98, PC-003: the parser counts every matched key and stops when the count reaches the number of columns.
-- mode: kinds
CREATE TABLE t (a INT, c STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"a":2,"c":"x"}
--> {"a":1,"c":"x","a":9}
--> {"z":0,"c":"x","a":9}
--> {"a":1,"a":2}
--> {"c":"x","c":"y","a":3}
--> {"a":null,"a":2,"c":"x"}
SELECT * FROM t;
-- answer:
--| (2, NULL)
--| (1, 'x')
--| (9, 'x')
--| (2, NULL)
--| (NULL, 'y')
--| (2, NULL)
