-- With projection push-down the parser stops after the projected fields, nested ones included.
-- mode: kinds
CREATE TABLE t (a INT, b INT, r ROW<x INT, y ROW<z STRING, w INT>>, s STRING) WITH ('connector' = 'case', 'format' = 'json', 'projection.push-down' = 'true');
--> {"a":1,"b":2,"r":{"x":3,"y":{"z":"deep","w":4}},"s":"s"}
--> {"a":2,"b":"bad","r":{"x":"bad","y":{"z":"z","w":"bad"}},"s":"t"}
--> {"s":"first","a":3,"b":"bad","r":{"y":{"z":"y"}}}
--> {"a":4,"r":null}
SELECT UPPER(r.y.z), a + 1 FROM t;
-- answer:
--| ('DEEP', 2)
--| ('Z', 3)
--| ('Y', 4)
--| (NULL, 5)
