-- L147: a row that fails in the second branch has left the first one already.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (n INT, d INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"n":1,"d":1,"ts":"2026-01-01 00:00:01"}
--> {"n":2,"d":0,"ts":"2026-01-01 00:00:09"}
--> [{"n":3,"d":1,"ts":"2026-01-01 00:00:02"},{"n":4,"d":0,"ts":"2026-01-01 00:00:03"},{"n":5,"d":1,"ts":"2026-01-01 00:00:04"}]
--> {"n":"x","d":1,"ts":"2026-01-01 00:00:05"}
--> @watermark
--> {"n":6,"d":1,"ts":"2026-01-01 00:00:06"}
CREATE TABLE o (n INT) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
CREATE TABLE p (q INT) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT n + 100 FROM t;
-- answer:
--| (101)
--| (102)
--| (103)
--| (104)
--| (NULL)
--| W 1767225605000
--| (106)
--| W 9223372036854775807
INSERT INTO p SELECT 60 / d + n FROM t;
-- answer:
--| {"q":61}
--| {"q":63}
--| {"q":null}
--| {"q":66}
