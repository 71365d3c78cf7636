-- J112, PC-016: a map's null key, map-null-key.mode LITERAL.
-- mode: bytes
CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"k","v":null}
--> {"k":null,"v":4}
CREATE TABLE o (m MAP<STRING, INT>) WITH ('connector' = 'case', 'format' = 'json', 'json.map-null-key.mode' = 'LITERAL', 'json.map-null-key.literal' = 'NUL');
INSERT INTO o SELECT MAP['k', CAST(NULL AS INT), k, v] FROM t;
-- answer:
--| {"m":{"k":null}}
--| {"m":{"k":null,"NUL":4}}
