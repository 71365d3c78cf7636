-- L147: stock Flink calls the operators from within the JSON decoder: with ignore-parse-errors an exception of a chained operator
-- is swallowed together with the record.
-- mode: kinds
CREATE TABLE t (n INT, d INT) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"n":1,"d":1}
--> {"n":1,"d":0}
--> {"n":2,"d":1}
--> [{"n":3,"d":1},{"n":4,"d":0},{"n":5,"d":1}]
--> {"n":6,"d":1}
SELECT n / d FROM t;
-- answer:
--| (1)
--| (2)
--| (3)
--| (6)
