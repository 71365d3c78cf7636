-- Keep-last on row time into an upsert sink.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k STRING NOT NULL, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"2026-01-01 00:00:03"}
--> {"k":"a","v":2,"ts":"2026-01-01 00:00:01"}
--> {"k":"b","v":3,"ts":"2026-01-01 00:00:02"}
--> {"k":"a","v":4,"ts":"2026-01-01 00:00:03"}
CREATE TABLE o (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'case', 'changelog' = 'I,UA,D');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1)
--| ('b', 3)
--| +U ('a', 4)
