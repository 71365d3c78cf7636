-- TIME(0) keeps milliseconds in the row, also in a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k TIME(0), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"00:00:00.5","n":0}
--> {"k":"00:00:00","n":1}
--> {"k":"00:00:00.500","n":2}
--> {"k":"00:00:00.6","n":3}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (00:00, 1, 0)
--| -U (00:00, 1, 0)
--| +U (00:00, 2, 1)
--| -U (00:00, 2, 1)
--| +U (00:00, 3, 3)
--| -U (00:00, 3, 3)
--| +U (00:00, 4, 6)
