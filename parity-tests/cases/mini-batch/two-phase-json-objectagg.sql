-- JSON_OBJECTAGG under mini-batch, two phase.
-- mode: changelog
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
CREATE TABLE t (g INT, k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"k":"b","v":1}
--> {"g":1,"k":"a","v":null}
--> {"g":2,"k":"a","v":2}
--> {"g":1,"k":"c","v":3}
--> {"g":1,"k":"d","v":4}
SELECT g, JSON_OBJECTAGG(KEY k VALUE v) FROM t GROUP BY g;
-- answer:
--| (2, '{"a":2}')
--| (1, '{"a":null,"b":1}')
--| -U (1, '{"a":null,"b":1}')
--| +U (1, '{"a":null,"b":1,"c":3,"d":4}')
