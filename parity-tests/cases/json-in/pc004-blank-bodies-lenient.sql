-- J101, PC-004: only a NULL or zero-length body is skipped; blanks and null are errors, which lenient mode drops.
-- mode: kinds
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"a":1}
--> @bytes
--> @bytes 202020
--> null
--> @tombstone
--> @bytes 0a
--> {"a":2}
SELECT a FROM t;
-- answer:
--| (1)
--| (2)
