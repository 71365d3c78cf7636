-- By default lengths are not enforced.
-- mode: bytes
CREATE TABLE t (c CHAR(3), v VARCHAR(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"c":"abcdef","v":"abcdef"}
--> {"c":"a","v":"a"}
CREATE TABLE o (c CHAR(3), v VARCHAR(3)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT c, v FROM t;
-- answer:
--| {"c":"abcdef","v":"abcdef"}
--| {"c":"a","v":"a"}
