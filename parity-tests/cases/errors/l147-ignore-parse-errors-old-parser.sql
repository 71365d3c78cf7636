-- L147: Flink's older decoder goes on with the next element of a top-level array.
-- mode: kinds
CREATE TABLE t (n INT, d INT) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true', 'json.decode.json-parser.enabled' = 'false');
--> {"n":1,"d":0}
--> [{"n":3,"d":1},{"n":4,"d":0},{"n":5,"d":1}]
--> {"n":6,"d":1}
SELECT n / d FROM t;
-- answer:
--| (3)
--| (5)
--| (6)
