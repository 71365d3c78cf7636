-- K142: varchar as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k VARCHAR(3), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"ab","n":0}
--> {"k":"abc","n":1}
--> {"k":null,"n":2}
--> {"k":"ab","n":3}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| ('ab', 1, 0)
--| ('abc', 1, 1)
--| (NULL, 1, 2)
--| -U ('ab', 1, 0)
--| +U ('ab', 2, 3)
