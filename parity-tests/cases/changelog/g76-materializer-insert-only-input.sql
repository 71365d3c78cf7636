-- G76: insert-only rows into a table with a key: no materializer, as the option's default says; each row as it is.
-- mode: kinds
-- key: 1
CREATE TABLE t (k INT, v STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"v":"a"}
--> {"k":1,"v":"b"}
CREATE TABLE o (k INT, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM t;
-- answer:
--| (1, 'a')
--| (1, 'b')
