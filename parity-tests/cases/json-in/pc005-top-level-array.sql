-- J100, PC-005: one row per element, in order.
-- mode: kinds
CREATE TABLE t (b BOOLEAN, i INT) WITH ('connector' = 'case', 'format' = 'json');
--> [{"b":true,"i":1},{"b":false,"i":2}]
--> []
--> [{"i":3}]
--> [{"i":4},{"b":true,"i":5},{"i":6}]
--> {"i":7}
SELECT * FROM t;
-- answer:
--| (true, 1)
--| (false, 2)
--| (NULL, 3)
--| (NULL, 4)
--| (true, 5)
--| (NULL, 6)
--| (NULL, 7)
