-- E45: digits beyond the type's precision do not cross over to a sink that takes rows.
-- mode: kinds
-- divergence: rows.md
CREATE TABLE t (a TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"2024-05-06 07:08:09.123456789"}
SELECT a, 1 FROM t;
-- answer:
--| (2024-05-06T07:08:09.123456789, 1)
