-- J97, PC-001: field names are case-sensitive, missing fields are NULL.
-- mode: kinds
CREATE TABLE t (b BOOLEAN, i INT, `a b` STRING, `é` INT, `q"q` INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"b":"yes","i":"12"}
--> {"B":true,"I":4}
--> {"a b":"x","é":1}
--> {"a\u0020b":"escaped","\u00e9":2}
--> {"q\"q":3}
--> {}
--> {"c":{"b":true,"i":5},"d":["i",6],"i":7}
SELECT * FROM t;
-- answer:
--| (false, 12, NULL, NULL, NULL)
--| (NULL, NULL, NULL, NULL, NULL)
--| (NULL, NULL, 'x', 1, NULL)
--| (NULL, NULL, 'escaped', 2, NULL)
--| (NULL, NULL, NULL, NULL, 3)
--| (NULL, NULL, NULL, NULL, NULL)
--| (NULL, 7, NULL, NULL, NULL)
