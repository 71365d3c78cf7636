-- NOT NULL of a sink with the enforcer on DROP.
-- mode: bytes
-- set: table.exec.sink.not-null-enforcer = DROP
CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"b":"x"}
--> {"a":null,"b":"y"}
--> {"a":2,"b":null}
CREATE TABLE o (a INT NOT NULL, b STRING) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT a + 1, b FROM t;
-- answer:
--| {"a":2,"b":"x"}
--| {"a":3,"b":null}
