-- K142: binary as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k BINARY(2), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"AAE=","n":0}
--> {"k":"AAA=","n":1}
--> {"k":null,"n":2}
--> {"k":"AAE=","n":3}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (x'0001', 1, 0)
--| (x'0000', 1, 1)
--| (NULL, 1, 2)
--| -U (x'0001', 1, 0)
--| +U (x'0001', 2, 3)
