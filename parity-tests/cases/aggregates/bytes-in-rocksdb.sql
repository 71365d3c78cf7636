-- RocksDB finds BYTES by what they are, which changes COLLECT alone: lists compare Java arrays, which equal nothing but themselves.
-- mode: kinds
-- key: 1
-- set: state.backend.type = rocksdb
CREATE TABLE t (g INT, b BYTES) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"b":"AA=="}
--> +I {"g":1,"b":"AA=="}
--> +I {"g":1,"b":null}
--> +I {"g":1,"b":"AQ=="}
--> @barrier
--> -D {"g":1,"b":"AA=="}
--> -D {"g":1,"b":"AQ=="}
--> +I {"g":1,"b":"Ag=="}
SELECT g, COUNT(b), COLLECT(b), ARRAY_AGG(b), FIRST_VALUE(b), LAST_VALUE(b) FROM t GROUP BY g;
SELECT g, FIRST_VALUE(b), LAST_VALUE(b) FROM t GROUP BY g;
