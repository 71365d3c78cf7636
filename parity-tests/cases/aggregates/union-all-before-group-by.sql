-- Two sources, one of them a changelog, united before a GROUP BY; each group has rows of one source, so the order is fixed.
-- mode: kinds
-- key: 1
CREATE TABLE t (g STRING, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":"t","v":1}
--> {"g":"t","v":2}
CREATE TABLE u (g STRING, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":"u","v":10}
--> -U {"g":"u","v":10}
--> +U {"g":"u","v":20}
--> +I {"g":"w","v":1}
--> -D {"g":"w","v":1}
SELECT g, SUM(v), COUNT(*), MAX(v) FROM (SELECT g, v FROM t UNION ALL SELECT g, v + 1 FROM u) GROUP BY g;
-- answer:
--| ('t', 1, 1, 1)
--| -U ('t', 1, 1, 1)
--| +U ('t', 3, 2, 2)
--| ('u', 11, 1, 11)
--| -D ('u', 11, 1, 11)
--| ('u', 21, 1, 21)
--| ('w', 2, 1, 2)
--| -D ('w', 2, 1, 2)
