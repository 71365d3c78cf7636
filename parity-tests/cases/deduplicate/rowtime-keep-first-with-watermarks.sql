-- Where the rows of keep-first stand between the watermarks.
-- mode: rows
-- parallelism: 1
CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1,"ts":"2026-01-01 00:00:03"}
--> {"k":"a","v":2,"ts":"2026-01-01 00:00:01"}
--> {"k":"b","v":3,"ts":"2026-01-01 00:00:02"}
--> {"k":"a","v":4,"ts":"2026-01-01 00:00:01"}
--> {"k":null,"v":5,"ts":"2026-01-01 00:00:02.500"}
--> @watermark 2026-01-01 00:00:02
--> {"k":"a","v":6,"ts":"2026-01-01 00:00:00"}
--> {"k":"c","v":7,"ts":"2026-01-01 00:00:02"}
--> {"k":"d","v":8,"ts":"2026-01-01 00:00:01.999"}
--> {"k":"c","v":9,"ts":"2026-01-01 00:00:04"}
--> {"k":"b","v":10,"ts":"2026-01-01 00:00:04"}
--> {"k":"b","v":11,"ts":"2026-01-01 00:00:04"}
--> @watermark
--> {"k":"d","v":12,"ts":"2026-01-01 00:00:09"}
--> {"k":"d","v":13,"ts":"2026-01-01 00:00:08"}
CREATE TABLE o (k STRING, v INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS rn FROM t) WHERE rn = 1;
-- answer:
--| ('a', 2)
--| ('b', 3)
--| W 1767225602000
--| ('c', 7)
--| (NULL, 5)
--| W 1767225604000
--| ('d', 13)
--| W 9223372036854775807
