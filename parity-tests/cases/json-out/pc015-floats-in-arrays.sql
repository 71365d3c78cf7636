-- PC-015: elements of arrays and maps.
-- mode: bytes
CREATE TABLE t (a ARRAY<DOUBLE>, b ARRAY<FLOAT>, m MAP<STRING, DOUBLE>) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":[1.1,2e23,"NaN",null,-0.0],"b":[1.1,1e7,"Infinity",null,3.3e-5],"m":{"x":1e-3}}
--> {"a":[],"b":null,"m":{"y":null}}
CREATE TABLE o (a ARRAY<DOUBLE>, b ARRAY<FLOAT>, m MAP<STRING, DOUBLE>) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT * FROM t;
-- answer:
--| {"a":[1.1,1.9999999999999998E23,"NaN",null,-0.0],"b":[1.1,1.0E7,"Infinity",null,3.3E-5],"m":{"x":0.001}}
--| {"a":[],"b":null,"m":{"y":null}}
