-- I83: STATE_TTL of one aggregate by a hint; the source has another.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":3}
SELECT /*+ STATE_TTL('t' = '1 d') */ g, MAX(v) FROM t GROUP BY g;
-- answer:
--| (1, 5)
--| -U (1, 5)
--| +U (1, 5)
