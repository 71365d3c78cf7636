-- G74: an upsert source with a watermark.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, v INT, ts TIMESTAMP(3), PRIMARY KEY (id) NOT ENFORCED, WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UA,D');
--> +I {"id":1,"v":1,"ts":"2026-01-01 00:00:01"}
--> +U {"id":1,"v":2,"ts":"2026-01-01 00:00:02"}
--> @watermark
--> +U {"id":1,"v":2,"ts":"2026-01-01 00:00:02"}
--> -D {"id":1}
SELECT id, v, ts FROM t;
-- answer:
--| (1, 1, 2026-01-01T00:00:01)
--| -U (1, 1, 2026-01-01T00:00:01)
--| +U (1, 2, 2026-01-01T00:00:02)
--| -D (1, 2, 2026-01-01T00:00:02)
