-- G76: whole rows with nested columns are compared by their bytes.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 1
CREATE TABLE t (k INT, a ARRAY<DOUBLE>, r ROW<x INT, y STRING>, b BYTES) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":1,"a":[1,null,"NaN"],"r":{"x":1,"y":"a rather long text"},"b":"AAEC"}
--> +I {"k":1,"a":[0.0],"r":{"x":null,"y":"b"},"b":"AAEC"}
--> @barrier
--> +I {"k":1,"a":null,"r":null,"b":null}
--> -D {"k":1,"a":[-0.0],"r":{"x":null,"y":"b"},"b":"AAEC"}
--> -D {"k":1,"a":null,"r":null,"b":null}
--> @barrier
--> -D {"k":1,"a":[0.0],"r":{"x":null,"y":"b"},"b":"AAEC"}
--> -D {"k":1,"a":[1,null,"NaN"],"r":{"x":1,"y":"a rather long text"},"b":"AAEC"}
CREATE TABLE o (k INT, a ARRAY<DOUBLE>, r ROW<x INT, y STRING>, b BYTES, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT ABS(k), a, r, b FROM t;
-- answer:
--| (1, [1.0, NULL, NaN], (1, 'a rather long text'), x'000102')
--| +U (1, [0.0], (NULL, 'b'), x'000102')
--| +U (1, NULL, NULL, NULL)
--| +U (1, [0.0], (NULL, 'b'), x'000102')
--| +U (1, [1.0, NULL, NaN], (1, 'a rather long text'), x'000102')
--| -D (1, [1.0, NULL, NaN], (1, 'a rather long text'), x'000102')
