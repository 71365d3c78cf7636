-- G76: Flink cuts values in front of the materializer: those checks are not the sidecar's.
-- mode: kinds
-- note: materialized by Flink: Flink checks more than NOT NULL in front of it: table.exec.sink.type-length-enforcer is TRIM_PAD
-- key: 2
-- set: table.exec.sink.type-length-enforcer = TRIM_PAD
CREATE TABLE t (id INT, email STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"xab"}
--> +I {"id":2,"email":"xac"}
--> -D {"id":2,"email":"xac"}
CREATE TABLE o (id INT, email VARCHAR(2), PRIMARY KEY (email) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, CAST(email AS VARCHAR(2)) FROM t;
-- answer:
--| (1, 'xa')
--| +U (2, 'xa')
--| +U (1, 'xa')
