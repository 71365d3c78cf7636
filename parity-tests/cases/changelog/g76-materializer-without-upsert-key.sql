-- G76: the query has no key: the materializer compares whole rows.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
CREATE TABLE t (k INT, v STRING, d DOUBLE) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":1,"v":"a","d":1}
--> +I {"k":1,"v":"a","d":1}
--> +I {"k":1,"v":"b","d":"NaN"}
--> -D {"k":1,"v":"a","d":1}
--> -D {"k":1,"v":"b","d":"NaN"}
--> -D {"k":1,"v":"a","d":1}
--> +I {"k":1,"v":"c","d":0.0}
--> -D {"k":1,"v":"c","d":-0.0}
--> +I {"k":2,"v":null,"d":null}
--> -U {"k":2,"v":null,"d":null}
--> +U {"k":2,"v":"z","d":2}
CREATE TABLE o (k INT, v STRING, d DOUBLE, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, LOWER(v), d FROM t;
-- answer:
--| (1, 'a', 1.0)
--| +U (1, 'a', 1.0)
--| +U (1, 'b', NaN)
--| +U (1, 'a', 1.0)
--| -D (1, 'a', 1.0)
--| (1, 'c', 0.0)
--| (2, NULL, NULL)
--| -D (2, NULL, NULL)
--| (2, 'z', 2.0)
