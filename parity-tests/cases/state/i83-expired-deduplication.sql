-- I83: an expired keep-first and keep-last start anew.
-- mode: kinds
-- key: 1
-- set: table.exec.state.ttl = 1 ms
CREATE TABLE t (k INT, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"v":1}
--> @barrier
--> {"k":1,"v":2}
--> @barrier
--> {"k":2,"v":3}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt) AS rn FROM t) WHERE rn = 1;
-- answer:
--| (1, 1)
--| (1, 2)
--| (2, 3)
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| (1, 1)
--| (1, 2)
--| (2, 3)
