-- K142: timestamp-ltz9 as a group key: equal bytes of the BinaryRow are equal keys; NULL is a key.
-- mode: kinds
-- key: 1
CREATE TABLE t (k TIMESTAMP_LTZ(9), n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"1970-01-01 00:00:00.000000001Z","n":0}
--> {"k":"2024-03-31 01:30:00Z","n":1}
--> {"k":null,"n":2}
--> {"k":"1970-01-01 00:00:00.000000001Z","n":3}
--> {"k":null,"n":4}
SELECT k, COUNT(*), SUM(n) FROM t GROUP BY k;
-- answer:
--| (1970-01-01T00:00:00.000000001Z, 1, 0)
--| (2024-03-31T01:30Z, 1, 1)
--| (NULL, 1, 2)
--| -U (1970-01-01T00:00:00.000000001Z, 1, 0)
--| +U (1970-01-01T00:00:00.000000001Z, 2, 3)
--| -U (NULL, 1, 2)
--| +U (NULL, 2, 6)
