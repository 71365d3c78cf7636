-- K142: timestamp6 as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k TIMESTAMP(6), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"1970-01-01 00:00:00.000001","n":0}
--> {"k":"1970-01-01 00:00:00","n":1}
--> {"k":"1969-12-31 23:59:59.999999","n":2}
--> {"k":null,"n":3}
--> {"k":"1970-01-01 00:00:00.000001","n":4}
--> {"k":null,"n":5}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (1970-01-01T00:00:00.000001, 1, 0)
--| (1970-01-01T00:00, 1, 1)
--| (1969-12-31T23:59:59.999999, 1, 2)
--| (NULL, 1, 3)
--| -U (1970-01-01T00:00:00.000001, 1, 0)
--| +U (1970-01-01T00:00:00.000001, 2, 4)
--| -U (NULL, 1, 3)
--| +U (NULL, 2, 8)
