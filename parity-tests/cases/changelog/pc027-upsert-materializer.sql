-- PC-027, G76: the sink key is not the key of the query: the materializer re-emits the row before when the last one goes.
-- mode: kinds
-- key: 2
CREATE TABLE t (id INT, email STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x@s","v":1}
--> +I {"id":2,"email":"x@s","v":2}
--> -D {"id":2,"email":"x@s","v":2}
--> +I {"id":3,"email":"y@s","v":3}
--> -U {"id":1,"email":"x@s","v":1}
--> +U {"id":1,"email":"y@s","v":4}
--> -D {"id":3,"email":"y@s","v":3}
--> +I {"id":5,"email":"y@s","v":4}
--> -U {"id":1,"email":"y@s","v":4}
--> +U {"id":1,"email":"y@s","v":9}
--> -D {"id":9,"email":"y@s","v":9}
--> -D {"id":1,"email":"y@s","v":9}
--> -D {"id":5,"email":"y@s","v":4}
CREATE TABLE o (id INT, email STRING, v INT, PRIMARY KEY (email) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT id, email, ABS(v) FROM t;
-- answer:
--| (1, 'x@s', 1)
--| +U (2, 'x@s', 2)
--| +U (1, 'x@s', 1)
--| (3, 'y@s', 3)
--| -D (1, 'x@s', 1)
--| +U (1, 'y@s', 4)
--| +U (5, 'y@s', 4)
--| +U (1, 'y@s', 9)
--| +U (5, 'y@s', 4)
--| -D (5, 'y@s', 4)
