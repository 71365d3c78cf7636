-- G76: upsert keys are compared field by field: a NaN finds nothing, -0.0 finds 0.0. We compare bytes, so the materializer stays with Flink.
-- mode: kinds
-- note: materialized by Flink: rows are compared by their upsert key, column d of type DOUBLE
-- key: 1
CREATE TABLE t (a INT, d DOUBLE, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"a":1,"d":"NaN","v":1}
--> +I {"a":1,"d":2.5,"v":2}
--> -D {"a":1,"d":2.5,"v":2}
--> +I {"a":1,"d":"NaN","v":3}
CREATE TABLE o (a INT, d DOUBLE, s INT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT a, d, SUM(v) FROM t GROUP BY a, d;
-- answer:
--| (1, NaN, 1)
--| +U (1, 2.5, 2)
--| +U (1, NaN, 1)
--| +U (1, NaN, 4)
