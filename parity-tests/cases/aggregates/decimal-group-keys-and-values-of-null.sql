-- A NULL of a wide DECIMAL keeps 16 bytes in a key row, and none in a value row.
-- mode: kinds
-- key: 1, 2
CREATE TABLE t (k DECIMAL(30, 2), l TIMESTAMP(6), v DECIMAL(30, 2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":null,"l":null,"v":1}
--> {"k":1,"l":null,"v":null}
--> {"k":null,"l":null,"v":3}
--> {"k":1,"l":null,"v":4}
SELECT k, l, SUM(v), LAST_VALUE(v), COUNT(*) FROM t GROUP BY k, l;
-- answer:
--| (NULL, NULL, 1.00, 1.00, 1)
--| (1.00, NULL, NULL, NULL, 1)
--| -U (NULL, NULL, 1.00, 1.00, 1)
--| +U (NULL, NULL, 4.00, 3.00, 2)
--| -U (1.00, NULL, NULL, NULL, 1)
--| +U (1.00, NULL, 4.00, 4.00, 2)
