-- Decoders put NULL into NOT NULL columns: Flink's generated code takes it for a value, and what is computed of it is NULL. In two phases.
-- mode: kinds
-- key: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 3
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
CREATE TABLE t (g INT, x INT NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":5}
--> {"g":1,"x":null}
--> {"g":2,"x":null}
--> {"g":2,"x":7}
--> {"g":2,"x":5}
--> {"g":3,"x":null}
--> {"g":3,"x":null}
SELECT g, COUNT(x), SUM(x) FROM t GROUP BY g;
-- answer:
--| (3, 1, NULL)
--| (2, 1, NULL)
--| (1, 2, NULL)
--| -U (3, 1, NULL)
--| +U (3, 2, NULL)
--| -U (2, 1, NULL)
--| +U (2, 3, 12)
SELECT g, AVG(x), MIN(x), MAX(x) FROM t GROUP BY g;
-- answer:
--| (3, NULL, NULL, NULL)
--| (2, NULL, NULL, NULL)
--| (1, NULL, 5, 5)
--| -U (2, NULL, NULL, NULL)
--| +U (2, NULL, 5, 7)
SELECT g, COUNT(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (3, 1)
--| (2, 1)
--| (1, 2)
--| -U (2, 1)
--| +U (2, 3)
