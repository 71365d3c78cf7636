-- G76: one subtask feeds the materializer, which has the key groups of any other operator.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
-- set: table.exec.sink.upsert-materialize = FORCE
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":1,"v":1}
--> +I {"k":1,"v":2}
--> @barrier
--> +I {"k":2,"v":3}
--> -D {"k":2,"v":3}
--> @barrier
--> -D {"k":1,"v":1}
--> -D {"k":1,"v":2}
CREATE TABLE o (k INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT MAX(k), COUNT(*) FROM t;
-- answer:
--| (1, 1)
--| -D (1, 1)
--| (1, 2)
--| -D (1, 2)
--| (2, 3)
--| -D (2, 3)
--| (1, 2)
--| -D (1, 2)
--| (1, 1)
--| -D (1, 1)
