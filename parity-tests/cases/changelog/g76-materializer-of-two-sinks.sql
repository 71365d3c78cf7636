-- G76: one aggregate into two sinks with keys of their own and one with the aggregate's.
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
CREATE TABLE by_a (a INT, b INT, s INT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO by_a SELECT a, b, SUM(v) FROM t GROUP BY a, b;
-- answer:
--| (1, 1, 1)
--| +U (1, 2, 2)
--| +U (1, 1, 4)
--| -D (1, 1, 4)
--| (1, 1, 3)
--| -D (1, 1, 3)

CREATE TABLE by_b (b INT, a INT, s INT, PRIMARY KEY (b) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO by_b SELECT b, a, SUM(v) FROM t GROUP BY a, b;
-- answer:
--| (1, 1, 1)
--| (2, 1, 2)
--| -D (1, 1, 1)
--| (1, 1, 4)
--| -D (2, 1, 2)
--| -D (1, 1, 4)
--| (1, 1, 3)
--| -D (1, 1, 3)

CREATE TABLE by_both (b INT, a INT, s INT, PRIMARY KEY (a, b) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO by_both SELECT b, a, SUM(v) FROM t GROUP BY a, b;
-- answer:
--| (1, 1, 1)
--| (2, 1, 2)
--| +U (1, 1, 4)
--| -D (2, 1, 2)
--| +U (1, 1, 3)
--| -D (1, 1, 3)
