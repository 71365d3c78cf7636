-- G77: table.exec.sink.keyed-shuffle = FORCE puts an exchange before the sink.
-- mode: kinds
-- key: 1
-- parallelism: 2
-- set: table.exec.sink.keyed-shuffle = FORCE
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> @times 20 {"k":#,"v":1}
--> @times 20 {"k":#,"v":2}
CREATE TABLE o (k INT, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM t;
