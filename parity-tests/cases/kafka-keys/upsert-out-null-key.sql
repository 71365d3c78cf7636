-- A NULL in a primary key: Flink's constraint enforcer fails.
-- mode: fails
CREATE TABLE t (id INT, name STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"id":1,"name":"a"}
--> {"id":null,"name":"b"}
CREATE TABLE changes (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO changes SELECT * FROM t;
