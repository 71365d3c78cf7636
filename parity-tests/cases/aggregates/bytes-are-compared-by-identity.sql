-- Flink keeps BYTES as Java arrays, which equal nothing but themselves: COLLECT counts no duplicates, and no retraction finds its value.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, b BYTES) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"b":"AA=="}
--> +I {"g":1,"b":"AA=="}
--> +I {"g":1,"b":"AQ=="}
--> -D {"g":1,"b":"AA=="}
--> -D {"g":1,"b":"AQ=="}
SELECT g, COUNT(b), COLLECT(b), ARRAY_AGG(b), FIRST_VALUE(b), LAST_VALUE(b) FROM t GROUP BY g;
-- answer:
--| (1, 1, {x'00': 1}, [x'00'], x'00', x'00')
--| -U (1, 1, {x'00': 1}, [x'00'], x'00', x'00')
--| +U (1, 2, {x'00': 1, x'00': 1}, [x'00', x'00'], x'00', x'00')
--| -U (1, 2, {x'00': 1, x'00': 1}, [x'00', x'00'], x'00', x'00')
--| +U (1, 3, {x'00': 1, x'00': 1, x'01': 1}, [x'00', x'00', x'01'], x'00', x'01')
--| -U (1, 3, {x'00': 1, x'00': 1, x'01': 1}, [x'00', x'00', x'01'], x'00', x'01')
--| +U (1, 2, {x'00': -1, x'00': 1, x'00': 1, x'01': 1}, [x'00', x'00', x'01'], x'00', x'01')
--| -U (1, 2, {x'00': -1, x'00': 1, x'00': 1, x'01': 1}, [x'00', x'00', x'01'], x'00', x'01')
--| +U (1, 1, {x'00': -1, x'00': 1, x'00': 1, x'01': -1, x'01': 1}, [x'00', x'00', x'01'], x'00', x'01')
