-- Keys of a plain table: the fields of the value win, records without a key have no rows.
-- mode: rows
CREATE TABLE whole (id INT, name STRING, n INT)
WITH ('connector' = 'case', 'key.format' = 'json', 'key.fields' = 'name;id', 'format' = 'json');
--> @key {"id":1,"name":"k"} @value {"id":2,"n":1}
--> @key {"id":1,"name":"k"} @tombstone
--> {"id":3}
--> @key {} @value {"name":"v"}
SELECT * FROM whole WHERE n IS NULL OR n > 0;

CREATE TABLE rest (id INT, name STRING, n INT)
WITH ('connector' = 'case', 'key.format' = 'json', 'key.fields' = 'name;id', 'value.format' = 'json',
  'value.fields-include' = 'EXCEPT_KEY', 'key.json.ignore-parse-errors' = 'true', 'value.json.ignore-parse-errors' = 'true');
--> @key {"id":1,"name":"k"} @value {"id":2,"n":1}
--> @key {"id": @value {"n":2}
--> @key [{"id":3},null,{"id":4}] @value [{"n":3},{"n":4}]
--> @key {"id":5} @value {
SELECT n, id, name || '!' FROM rest;
