-- A NULL that a decoder puts into a NOT NULL column is a value of DISTINCT with the hash code 0: the sum begins anew behind it, in the map's order.
-- mode: changelog
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 3
CREATE TABLE t (g INT, x INT NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":5}
--> {"g":1,"x":null}
--> {"g":2,"x":null}
--> {"g":2,"x":7}
--> {"g":2,"x":5}
--> {"g":3,"x":null}
SELECT g, COUNT(DISTINCT x), SUM(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (3, 1, NULL)
--| (2, 1, NULL)
--| (1, 2, 5)
--| -U (2, 1, NULL)
--| +U (2, 3, 12)
