-- A source with all row kinds, through a Calc: kinds and order are kept, -U included.
-- mode: kinds
CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"v":"a"}
--> +I {"id":2,"v":"b"}
--> -U {"id":1,"v":"a"}
--> +U {"id":1,"v":"c"}
--> -D {"id":2,"v":"b"}
CREATE TABLE o (id INT, v STRING) WITH ('connector' = 'case', 'changelog' = 'I,UB,UA,D');
INSERT INTO o SELECT id, UPPER(v) FROM t;
-- answer:
--| (1, 'A')
--| (2, 'B')
--| -U (1, 'A')
--| +U (1, 'C')
--| -D (2, 'B')
