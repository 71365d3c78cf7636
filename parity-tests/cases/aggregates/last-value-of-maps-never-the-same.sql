-- Maps of these types are never the same as before: values are compared as objects, and keys of BYTES by identity.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, s STRING, d DOUBLE, x BYTES) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"s":"a","d":1,"x":"AA=="}
--> {"g":1,"s":"a","d":1,"x":"AA=="}
--> {"g":2,"s":"a","d":0.0,"x":""}
--> {"g":2,"s":"a","d":-0.0,"x":""}
SELECT g, LAST_VALUE(MAP[s, d]) FROM t GROUP BY g;
-- answer:
--| (1, {'a': 1.0})
--| -U (1, {'a': 1.0})
--| +U (1, {'a': 1.0})
--| (2, {'a': 0.0})
--| -U (2, {'a': 0.0})
--| +U (2, {'a': -0.0})
SELECT g, LAST_VALUE(MAP[x, s]) FROM t GROUP BY g;
-- answer:
--| (1, {x'00': 'a'})
--| -U (1, {x'00': 'a'})
--| +U (1, {x'00': 'a'})
--| (2, {x'': 'a'})
--| -U (2, {x'': 'a'})
--| +U (2, {x'': 'a'})
