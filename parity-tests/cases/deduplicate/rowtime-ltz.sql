-- Keep-first and keep-last on a TIMESTAMP_LTZ row time, before 1970 too.
-- mode: kinds
-- parallelism: 1
-- key: 1
CREATE TABLE t (k STRING, v INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"1969-12-31 23:59:59.999Z"}
--> {"k":"a","v":2,"ts":"1969-12-31 23:59:58Z"}
--> {"k":"b","v":3,"ts":"1970-01-01 00:00:00Z"}
--> @watermark
--> {"k":"a","v":4,"ts":"1970-01-01 00:00:01Z"}
SELECT k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 2, 1969-12-31T23:59:58Z)
--| ('b', 3, 1970-01-01T00:00Z)
SELECT k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 1, 1969-12-31T23:59:59.999Z)
--| ('b', 3, 1970-01-01T00:00Z)
--| -U ('a', 1, 1969-12-31T23:59:59.999Z)
--| +U ('a', 4, 1970-01-01T00:00:01Z)
