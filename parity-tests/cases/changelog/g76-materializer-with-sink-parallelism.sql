-- G76, G77: the materializer has the parallelism of the sink.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 2
CREATE TABLE t (id INT, k INT, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> @times 50 {"id":#,"k":#,"v":1}
--> @barrier
--> @times 50 {"id":#,"k":7,"v":1}
--> @barrier
--> -D {"id":7,"k":7,"v":1}
--> -D {"id":49,"k":7,"v":1}
CREATE TABLE o (id INT, k INT, s INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D', 'sink.parallelism' = '3');
INSERT INTO o SELECT id, ABS(k), v FROM t;
