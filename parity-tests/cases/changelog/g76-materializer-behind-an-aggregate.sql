-- G76: grouped by (a, b), keyed by a in the sink.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
-- parallelism: 1
CREATE TABLE t (a INT, b INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"a":1,"b":1,"v":1}
--> +I {"a":1,"b":2,"v":2}
--> +I {"a":1,"b":1,"v":3}
--> -D {"a":1,"b":2,"v":2}
--> -D {"a":1,"b":1,"v":1}
--> -D {"a":1,"b":1,"v":3}
CREATE TABLE o (a INT, s INT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT a, s FROM (SELECT a, b, SUM(v) AS s FROM t GROUP BY a, b);
-- answer:
--| (1, 1)
--| +U (1, 2)
--| +U (1, 4)
--| -D (1, 4)
--| (1, 3)
--| -D (1, 3)
