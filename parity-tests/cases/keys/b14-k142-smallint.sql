-- K142: smallint as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k SMALLINT, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":0,"n":0}
--> {"k":-32768,"n":1}
--> {"k":32767,"n":2}
--> {"k":null,"n":3}
--> {"k":-1,"n":4}
--> {"k":-32768,"n":5}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (0, 1, 0)
--| (-32768, 1, 1)
--| (32767, 1, 2)
--| (NULL, 1, 3)
--| (-1, 1, 4)
--| -U (-32768, 1, 1)
--| +U (-32768, 2, 6)
