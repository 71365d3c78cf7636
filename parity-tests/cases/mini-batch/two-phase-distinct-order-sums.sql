-- SUM and AVG of DISTINCT values in two phases: values are merged in the order of Java's maps, which grow.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 29
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
-- include: distinct-order.sql
--> @barrier
-- include: distinct-order-more.sql
SELECT g, SUM(DISTINCT x), AVG(DISTINCT x), COUNT(DISTINCT x), SUM(DISTINCT f), AVG(DISTINCT f), SUM(DISTINCT w), AVG(DISTINCT w) FROM t GROUP BY g;
SELECT g, SUM(DISTINCT x) FILTER (WHERE b), SUM(DISTINCT x) FILTER (WHERE NOT b), COUNT(DISTINCT x) FILTER (WHERE b), AVG(DISTINCT f) FILTER (WHERE b) FROM t GROUP BY g;
