-- A scalar subquery is a join with SINGLE_VALUE: joins are not accelerated, the plan falls back whole.
-- No rows on the left: which source is read first decides whether a row is shown without its match before.
-- mode: fallback(Join)
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
CREATE TABLE u (w INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"w":10}
SELECT g, v, (SELECT w FROM u) FROM t;
