-- K142: array-of-strings as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k ARRAY<STRING>, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":["a","b"],"n":0}
--> {"k":["ab"],"n":1}
--> {"k":["a longer one"],"n":2}
--> {"k":[""],"n":3}
--> {"k":["a","b"],"n":4}
--> {"k":["a longer one"],"n":5}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (['a', 'b'], 1, 0)
--| (['ab'], 1, 1)
--| (['a longer one'], 1, 2)
--| ([''], 1, 3)
--| -U (['a', 'b'], 1, 0)
--| +U (['a', 'b'], 2, 4)
--| -U (['a longer one'], 1, 2)
--| +U (['a longer one'], 2, 7)
