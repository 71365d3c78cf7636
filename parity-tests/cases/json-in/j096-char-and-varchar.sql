-- J94: CHAR(n) and VARCHAR(n) are neither padded nor cut when they are read.
-- mode: kinds
CREATE TABLE t (c CHAR(3), v VARCHAR(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"c":"a","v":"a"}
--> {"c":"abcdef","v":"abcdef"}
--> {"c":"","v":""}
--> {"c":12345,"v":12345}
SELECT c, v, CHAR_LENGTH(c), c || '|', v || '|', c = 'a' FROM t;
-- answer:
--| ('a', 'a', 1, 'a|', 'a|', true)
--| ('abcdef', 'abcdef', 6, 'abcdef|', 'abcdef|', false)
--| ('', '', 0, '|', '|', false)
--| ('12345', '12345', 5, '12345|', '12345|', false)
