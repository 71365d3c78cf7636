-- G76: NULL in the upsert key is a value as any other.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
-- parallelism: 1
CREATE TABLE t (a INT, b INT, d DECIMAL(38, 10), ts TIMESTAMP(9), v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"a":1,"b":null,"d":null,"ts":null,"v":1}
--> +I {"a":1,"b":2,"d":1.5,"ts":"2026-01-01 00:00:00.123456789","v":2}
--> +I {"a":1,"b":null,"d":null,"ts":null,"v":3}
--> -D {"a":1,"b":2,"d":1.5,"ts":"2026-01-01 00:00:00.123456789","v":2}
--> +I {"a":1,"b":2,"d":null,"ts":null,"v":5}
--> -D {"a":1,"b":2,"d":null,"ts":null,"v":5}
--> -D {"a":1,"b":null,"d":null,"ts":null,"v":1}
--> -D {"a":1,"b":null,"d":null,"ts":null,"v":3}
CREATE TABLE o (a INT, b INT, d DECIMAL(38, 10), ts TIMESTAMP(9), s INT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT a, b, d, ts, SUM(v) FROM t GROUP BY a, b, d, ts;
-- answer:
--| (1, NULL, NULL, NULL, 1)
--| +U (1, 2, 1.5000000000, 2026-01-01T00:00:00.123456789, 2)
--| +U (1, NULL, NULL, NULL, 4)
--| +U (1, 2, NULL, NULL, 5)
--| +U (1, NULL, NULL, NULL, 4)
--| -D (1, NULL, NULL, NULL, 4)
--| (1, NULL, NULL, NULL, 3)
--| -D (1, NULL, NULL, NULL, 3)
