-- G72: the same into an upsert sink, bundles of two rows.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
-- set: table.exec.deduplicate.mini-batch.compact-changes-enabled = false
CREATE TABLE t (k STRING NOT NULL, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"2026-01-01 00:00:03"}
--> {"k":"a","v":2,"ts":"2026-01-01 00:00:04"}
--> {"k":"a","v":3,"ts":"2026-01-01 00:00:01"}
--> {"k":"a","v":4,"ts":"2026-01-01 00:00:04"}
--> {"k":"b","v":5,"ts":"2026-01-01 00:00:04"}
--> @barrier
--> {"k":"b","v":6,"ts":"2026-01-01 00:00:03"}
CREATE TABLE o (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1)
--| +U ('a', 3)
--| ('b', 5)
--| +U ('b', 6)
