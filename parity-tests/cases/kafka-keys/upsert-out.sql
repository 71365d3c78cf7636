-- Upserts out: key columns in the key, all or the rest in the value; rows of an insert-only query.
-- mode: bytes
CREATE TABLE t (id INT, name STRING, zone STRING, amount DECIMAL(8, 2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"id":1,"name":"a","zone":"x","amount":1.5}
--> {"id":2,"name":null,"zone":"y","amount":null}
--> {"id":1,"name":"b","zone":"x","amount":2}
CREATE TABLE whole (id INT, name STRING, zone STRING, amount DECIMAL(8, 2), PRIMARY KEY (zone, id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO whole SELECT * FROM t;

CREATE TABLE rest (k_id INT, name STRING, k_zone STRING, amount DECIMAL(8, 2), PRIMARY KEY (k_zone, k_id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json', 'key.fields-prefix' = 'k_',
  'value.fields-include' = 'EXCEPT_KEY', 'value.json.encode.ignore-null-fields' = 'true');
INSERT INTO rest SELECT * FROM t;

CREATE TABLE keyed (id INT, name STRING, zone STRING, amount DECIMAL(8, 2))
WITH ('connector' = 'case', 'key.format' = 'json', 'key.fields' = 'name;id', 'format' = 'json');
INSERT INTO keyed SELECT * FROM t;
