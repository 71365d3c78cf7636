-- K142: time as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k TIME(0), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"00:00:00","n":0}
--> {"k":"23:59:59","n":1}
--> {"k":null,"n":2}
--> {"k":"00:00:00","n":3}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (00:00, 1, 0)
--| (23:59:59, 1, 1)
--| (NULL, 1, 2)
--| -U (00:00, 1, 0)
--| +U (00:00, 2, 3)
