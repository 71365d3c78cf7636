-- G76: forced on insert-only rows.
-- mode: kinds
-- key: 1
-- set: table.exec.sink.upsert-materialize = FORCE
CREATE TABLE t (k INT, v STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"v":"a"}
--> {"k":1,"v":"b"}
--> {"k":1,"v":"b"}
--> {"k":2,"v":null}
CREATE TABLE o (k INT, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM t;
-- answer:
--| (1, 'a')
--| (1, 'b')
--| (1, 'b')
--| (2, NULL)
