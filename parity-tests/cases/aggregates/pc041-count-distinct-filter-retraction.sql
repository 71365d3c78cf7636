-- PC-041: multiplicity for each value and each filter; NULL is not counted; nothing is sent when nothing changed.
-- mode: kinds
-- key: 1
CREATE TABLE t (g STRING, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":"a","v":1}
--> +I {"g":"a","v":1}
--> +I {"g":"a","v":null}
--> +I {"g":"a","v":2}
--> -D {"g":"a","v":1}
--> -D {"g":"a","v":1}
SELECT g, COUNT(DISTINCT v), COUNT(DISTINCT v) FILTER (WHERE v > 1) FROM t GROUP BY g;
-- answer:
--| ('a', 1, 0)
--| -U ('a', 1, 0)
--| +U ('a', 2, 1)
--| -U ('a', 2, 1)
--| +U ('a', 1, 1)
