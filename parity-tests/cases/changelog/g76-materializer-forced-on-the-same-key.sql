-- G76: forced, though the sink has the key of the query; with a keyed shuffle, which the materializer's own exchange takes the place of.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
-- parallelism: 2
-- set: table.exec.sink.upsert-materialize = FORCE
-- set: table.exec.sink.keyed-shuffle = FORCE
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> @times 20 {"k":#,"v":1}
--> @barrier
--> @times 20 {"k":#,"v":2}
--> -D {"k":3,"v":1}
--> @barrier
--> -D {"k":3,"v":2}
CREATE TABLE o (k INT, s INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, SUM(v) FROM t GROUP BY k;
