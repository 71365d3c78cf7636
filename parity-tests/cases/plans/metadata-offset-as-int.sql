-- A metadata column of another type is cast.
-- mode: kinds
CREATE TABLE t (n INT, o INT METADATA FROM 'offset', `timestamp` TIMESTAMP(3) METADATA) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1}
--> {"n":2}
SELECT * FROM t;
-- answer:
--| (1, 0, 2026-01-01T00:00)
--| (2, 1, 2026-01-01T00:00:01)
