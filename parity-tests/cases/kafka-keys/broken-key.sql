-- A broken key, where only the key's format ignores it, fails in the decoder of the value.
-- mode: fails
CREATE TABLE t (id INT, n INT)
WITH ('connector' = 'case', 'key.format' = 'json', 'key.fields' = 'id', 'value.format' = 'json', 'key.json.ignore-parse-errors' = 'true');
--> @key {"id":1} @value {"n":1}
--> @key {"id": @value {"n":2}
SELECT id + 1, n FROM t;
