-- G77: sink.parallelism on a changelog repartitions by the key of the sink.
-- mode: kinds
-- key: 1
-- parallelism: 1
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 20 {"k":#,"v":1}
--> @times 20 {"k":#,"v":2}
CREATE TABLE o (k INT, s INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D', 'sink.parallelism' = '3');
INSERT INTO o SELECT k, SUM(v) FROM t GROUP BY k;
