-- Keep-first on processing time into an append-only sink.
-- mode: kinds
-- key: 1
CREATE TABLE t (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1}
--> {"k":"b","v":1}
--> {"k":"a","v":2}
--> {"k":"a","v":2}
--> {"k":"a","v":2}
--> {"k":null,"v":7}
--> @barrier
--> {"k":"b","v":3}
--> {"k":null,"v":8}
--> {"k":"a","v":1}
--> {"k":"a","v":1}
--> {"k":"c","v":null}
--> {"k":"c","v":null}
CREATE TABLE o (k STRING, v INT) WITH ('connector' = 'case', 'changelog' = 'I');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1)
--| ('b', 1)
--| (NULL, 7)
--| ('c', NULL)
