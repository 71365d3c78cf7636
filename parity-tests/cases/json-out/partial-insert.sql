-- J107: an INSERT with a column list writes NULL for the others.
-- mode: bytes
-- include: integers.sql
CREATE TABLE o (a INT, b STRING, c INT) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o (c, a) SELECT n, c FROM integers WHERE n > 1;
-- answer:
--| {"a":65536,"b":null,"c":2}
--| {"a":-7,"b":null,"c":2}
--| {"a":null,"b":null,"c":3}
--| {"a":0,"b":null,"c":5}
--| {"a":-1,"b":null,"c":1000000}
