-- G68: a retraction for a group without state is ignored, also after the group has gone.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, i INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> -D {"g":1,"i":1}
--> -U {"g":1,"i":1}
--> +U {"g":1,"i":2}
--> -D {"g":1,"i":2}
--> -D {"g":1,"i":2}
--> +I {"g":1,"i":3}
--> -D {"g":2,"i":3}
SELECT g, COUNT(*), SUM(i), COUNT(DISTINCT i), MAX(i) FROM t GROUP BY g;
-- answer:
--| (1, 1, 2, 1, 2)
--| -D (1, 1, 2, 1, 2)
--| (1, 1, 3, 1, 3)
