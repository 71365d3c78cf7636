-- ARRAY_AGG and COLLECT of DISTINCT values in two phases: values are merged in the order of Java's maps, which grow.
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
SELECT g, ARRAY_AGG(DISTINCT s), ARRAY_AGG(DISTINCT x), ARRAY_AGG(DISTINCT t), ARRAY_AGG(DISTINCT w) FILTER (WHERE b) FROM t GROUP BY g;
SELECT g, COLLECT(DISTINCT s), COLLECT(DISTINCT x), COUNT(DISTINCT x) FROM t GROUP BY g;
