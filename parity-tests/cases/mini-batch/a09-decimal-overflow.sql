-- A9: a merge skips a NULL partial of an overflowing SUM; AVG keeps NULL.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
CREATE TABLE t (g INT, x DECIMAL(38, 0)) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":99999999999999999999999999999999999999}
--> {"g":1,"x":1}
--> {"g":1,"x":2}
--> {"g":1,"x":3}
--> {"g":1,"x":99999999999999999999999999999999999999}
--> {"g":1,"x":5}
SELECT g, SUM(x), AVG(x), COUNT(x) FROM t GROUP BY g;
-- answer:
--| (1, NULL, NULL, 4)
--| -U (1, NULL, NULL, 4)
--| +U (1, NULL, NULL, 6)
