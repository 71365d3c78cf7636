-- K142: date as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k DATE, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"1970-01-01","n":0}
--> {"k":"0001-01-01","n":1}
--> {"k":"9999-12-31","n":2}
--> {"k":"1969-12-31","n":3}
--> {"k":null,"n":4}
--> {"k":"1970-01-01","n":5}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (1970-01-01, 1, 0)
--| (0001-01-01, 1, 1)
--| (9999-12-31, 1, 2)
--| (1969-12-31, 1, 3)
--| (NULL, 1, 4)
--| -U (1970-01-01, 1, 0)
--| +U (1970-01-01, 2, 5)
