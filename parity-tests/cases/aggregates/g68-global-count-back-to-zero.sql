-- G68: without a group key a retracted last row gives a -D too, and the next row a new +I.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (i INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> -D {"i":0}
--> +I {"i":1}
--> +I {"i":2}
--> -D {"i":1}
--> -D {"i":2}
--> +I {"i":3}
SELECT COUNT(*), SUM(i), MIN(i) FROM t;
-- answer:
--| (1, 1, 1)
--| -U (1, 1, 1)
--| +U (2, 3, 1)
--| -U (2, 3, 1)
--| +U (1, 2, 2)
--| -D (1, 2, 2)
--| (1, 3, 3)
