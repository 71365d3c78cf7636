-- DISTINCT in two phases, where decoders put NULL into NOT NULL columns.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 4
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
CREATE TABLE t (g INT, x DOUBLE NOT NULL, i INT NOT NULL, s STRING NOT NULL, w DECIMAL(38, 2) NOT NULL) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"x":5.5,"i":5,"s":"a","w":5.5}
--> {"g":1,"x":null,"i":null,"s":null,"w":null}
--> {"g":2,"x":null,"i":null,"s":null,"w":null}
--> {"g":2,"x":7,"i":7,"s":"b","w":7}
--> {"g":2,"x":0.0,"i":0,"s":"","w":0}
--> {"g":3,"x":null,"i":null,"s":null,"w":null}
--> {"g":3,"x":null,"i":null,"s":null,"w":null}
--> {"g":3,"x":1,"i":1,"s":"c","w":1}
SELECT g, COUNT(DISTINCT x), SUM(DISTINCT x), AVG(DISTINCT x) FROM t GROUP BY g;
-- answer:
--| (3, 2, 0.0, 0.0)
--| (2, 3, 6.0, 2.0)
--| (1, 2, 4.5, 2.25)
SELECT g, ARRAY_AGG(DISTINCT i) FROM t GROUP BY g;
-- answer:
--| (3, [-1, 1])
--| (2, [-1, 0, 7])
--| (1, [-1, 5])
SELECT g, LISTAGG(DISTINCT s), ARRAY_AGG(DISTINCT s) FROM t GROUP BY g;
-- answer:
--| (3, ',c', ['', 'c'])
--| (2, ',b', ['', 'b'])
--| (1, ',a', ['', 'a'])
SELECT g, SUM(DISTINCT w), ARRAY_AGG(DISTINCT w) FROM t GROUP BY g;
-- answer:
--| (3, 1.00, [NULL, 1.00])
--| (2, 7.00, [NULL, 0.00, 7.00])
--| (1, 5.50, [NULL, 5.50])
