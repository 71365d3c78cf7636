-- G76: behind the materializer the row time goes into the stream records, and watermarks pass it.
-- mode: kinds
-- note: materialized in the sidecar
-- key: 2
-- parallelism: 1
CREATE TABLE t (id INT, email STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x@s","ts":"2026-01-01 00:00:01"}
--> +I {"id":2,"email":"x@s","ts":"2026-01-01 00:00:05"}
--> @watermark
--> -D {"id":2,"email":"x@s","ts":"2026-01-01 00:00:05"}
--> @watermark 2026-01-01 00:00:07
--> -D {"id":1,"email":"x@s","ts":"2026-01-01 00:00:01"}
CREATE TABLE o (id INT, email STRING, ts TIMESTAMP(3), PRIMARY KEY (email) NOT ENFORCED)
WITH ('connector' = 'case', 'changelog' = 'I,UA,D', 'collect-watermarks' = 'true');
INSERT INTO o SELECT id, LOWER(email), ts FROM t;
-- answer:
--| (1, 'x@s', 2026-01-01T00:00:01)
--| +U (2, 'x@s', 2026-01-01T00:00:05)
--| W 1767225604000
--| +U (1, 'x@s', 2026-01-01T00:00:01)
--| W 1767225607000
--| -D (1, 'x@s', 2026-01-01T00:00:01)
--| W 9223372036854775807
