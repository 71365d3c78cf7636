-- G67 under mini-batch with state TTL: an unchanged result is sent once a bundle.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 2
-- set: table.optimizer.agg-phase-strategy = ONE_PHASE
-- set: table.exec.state.ttl = 1 h
CREATE TABLE t (g INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":5}
--> {"g":1,"v":3}
--> {"g":1,"v":4}
--> {"g":1,"v":1}
SELECT g, MAX(v) FROM t GROUP BY g;
-- answer:
--| (1, 5)
--| -U (1, 5)
--| +U (1, 5)
