-- E46: TIME(p) is TIME(0) in the catalog, yet the value keeps milliseconds.
-- mode: kinds
CREATE TABLE t (a TIME(3), b TIME) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"07:08:09.123","b":"07:08:09.123"}
--> {"a":"23:59:59.999","b":"00:00:00.001"}
--> {"a":"07:08:09","b":"07:08:09"}
SELECT a, b, CAST(a AS STRING), CAST(b AS STRING), a = b, HOUR(a), SECOND(b), a < b FROM t;
-- answer:
--| (07:08:09, 07:08:09, '07:08:09', '07:08:09', true, 7, 9, false)
--| (23:59:59, 00:00, '23:59:59', '00:00:00', false, 23, 0, false)
--| (07:08:09, 07:08:09, '07:08:09', '07:08:09', true, 7, 9, false)
