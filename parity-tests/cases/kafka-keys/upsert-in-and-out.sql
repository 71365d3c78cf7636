-- Upserts in and out without a normalization between them: deletions are made of the key, broken values are deletions, too.
-- mode: bytes
CREATE TABLE t (k_id INT, name STRING, k_zone STRING, n INT, PRIMARY KEY (k_zone, k_id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json', 'key.fields-prefix' = 'k_',
  'value.fields-include' = 'EXCEPT_KEY', 'value.json.ignore-parse-errors' = 'true');
--> @key {"id":1,"zone":"x"} @value {"name":"a","n":1}
--> @key {"id":2,"zone":"y"} @value {"name":"b\n","n":2}
--> @key {"zone":"x","id":1} @tombstone
--> @key {"zone":"z","id":9} @value {"n":
--> @key {"zone":"z","id":9} @value
--> {"name":"no key"}
--> @key {"zone":"y","id":2} @value [{"n":5},{"n":6}]
--> @key [{"zone":"y","id":2},{"zone":"y","id":3}] @value {"n":7}
--> @key [{"zone":"y","id":2},{"zone":"y","id":3}] @tombstone
CREATE TABLE copied (id INT, name STRING, zone STRING, n INT, PRIMARY KEY (zone, id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO copied SELECT * FROM t;
