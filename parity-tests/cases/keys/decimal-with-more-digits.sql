-- A DECIMAL key after rounding by the format.
-- mode: kinds
-- key: 1
CREATE TABLE t (k DECIMAL(10, 2), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1.005,"n":0}
--> {"k":1.01,"n":1}
--> {"k":1.0049,"n":2}
--> {"k":1.00,"n":3}
--> {"k":"1.010","n":4}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (1.01, 1, 0)
--| -U (1.01, 1, 0)
--| +U (1.01, 2, 1)
--| (1.00, 1, 2)
--| -U (1.00, 1, 2)
--| +U (1.00, 2, 5)
--| -U (1.01, 2, 1)
--| +U (1.01, 3, 5)
