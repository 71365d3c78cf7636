-- B14: a computed -0.0 is another key than 0.0.
-- mode: kinds
-- key: 1
CREATE TABLE t (d DOUBLE, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"d":0.0,"n":1}
--> {"d":-0.0,"n":2}
--> {"d":5,"n":4}
--> {"d":-5,"n":8}
SELECT d * 0, COUNT(*), SUM(n) FROM t GROUP BY d * 0;
-- answer:
--| (0.0, 1, 1)
--| (-0.0, 1, 2)
--| -U (0.0, 1, 1)
--| +U (0.0, 2, 5)
--| -U (-0.0, 1, 2)
--| +U (-0.0, 2, 10)
