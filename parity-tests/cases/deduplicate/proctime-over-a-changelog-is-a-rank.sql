-- Over a changelog the planner takes Rank instead: not accelerated yet, falls back whole.
-- mode: fallback(Rank)
CREATE TABLE t (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"k":"a","v":1}
--> -U {"k":"a","v":1}
--> +U {"k":"a","v":2}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1;
