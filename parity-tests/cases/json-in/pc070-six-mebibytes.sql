-- PC-070: one row with a 6 MiB string through an identity plan and back to bytes: no message size limit, no slot is large enough.
-- mode: bytes
CREATE TABLE t (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"s":"small"}
--> @pad 6291456 {"n":2,"s":"#"}
--> {"n":3,"s":"small"}
CREATE TABLE o (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT n, s FROM t;

SELECT n, CHAR_LENGTH(s) FROM t;
-- answer:
--| (1, 5)
--| (2, 6291456)
--| (3, 5)
