-- J101, PC-004: strict mode skips them as well.
-- mode: kinds
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1}
--> @bytes
--> @tombstone
--> {"a":2}
SELECT a FROM t;
-- answer:
--| (1)
--| (2)
