-- A scalar subquery is a join with SINGLE_VALUE: joins are not accelerated, the plan falls back whole.
-- mode: fallback(Join)
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":1}
CREATE TABLE u (w INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"w":10}
SELECT g, v, (SELECT w FROM u) FROM t;
