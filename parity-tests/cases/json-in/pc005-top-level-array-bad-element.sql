-- J100, PC-005: an element that is no object, in lenient mode makes no row: the null that the decoder hands on fails there, and lenient mode swallows it.
-- mode: kinds
CREATE TABLE t (b BOOLEAN, i INT) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> [{"b":true,"i":1},9]
--> {"b":true,"i":2}
SELECT * FROM t;
-- answer:
--| (true, 1)
--| (true, 2)
