-- K142: row-nested as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k ROW<a ARRAY<INT>, r ROW<d DECIMAL(20, 2), t TIMESTAMP(9)>>, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":{"a":[1],"r":{"d":1,"t":"2026-01-01 00:00:00.000000001"}},"n":0}
--> {"k":{"a":[1],"r":{"d":1.00,"t":"2026-01-01 00:00:00.000000001"}},"n":1}
--> {"k":{"a":[1],"r":{}},"n":2}
--> {"k":{"a":[1]},"n":3}
--> {"k":{"a":[1],"r":{}},"n":4}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (([1], (1.00, 2026-01-01T00:00:00.000000001)), 1, 0)
--| -U (([1], (1.00, 2026-01-01T00:00:00.000000001)), 1, 0)
--| +U (([1], (1.00, 2026-01-01T00:00:00.000000001)), 2, 1)
--| (([1], (NULL, NULL)), 1, 2)
--| (([1], NULL), 1, 3)
--| -U (([1], (NULL, NULL)), 1, 2)
--| +U (([1], (NULL, NULL)), 2, 6)
