-- ARRAY_AGG and COLLECT of DISTINCT values in two phases, some of which are taken back: maps keep their size, and values come again at other places.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 23
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
-- include: distinct-order-changelog.sql
--> @barrier
-- include: distinct-order-changelog-more.sql
SELECT g, ARRAY_AGG(DISTINCT s), ARRAY_AGG(DISTINCT x), ARRAY_AGG(DISTINCT t), ARRAY_AGG(DISTINCT w) FILTER (WHERE b) FROM t GROUP BY g;
SELECT g, COLLECT(DISTINCT s), COLLECT(DISTINCT x), COUNT(DISTINCT x) FROM t GROUP BY g;
