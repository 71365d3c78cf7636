-- A1, PC-007: BIGINT is exact beyond 2^53 in arithmetic and comparison.
-- mode: kinds
CREATE TABLE t (a BIGINT, b BIGINT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":9007199254740993,"b":9007199254740992}
--> {"a":9223372036854775807,"b":9223372036854775806}
--> {"a":-9223372036854775808,"b":-9223372036854775807}
SELECT a - b, a = b, a > b, a + b, a * b, CAST(a AS DOUBLE) = CAST(b AS DOUBLE), MOD(a, 10), a / 10, a = 9007199254740993 FROM t;
-- answer:
--| (1, false, true, 18014398509481985, 9007199254740992, true, 3, 900719925474099, true)
--| (1, false, true, -3, -9223372036854775806, true, 7, 922337203685477580, false)
--| (-1, false, false, 1, -9223372036854775808, true, -8, -922337203685477580, false)
