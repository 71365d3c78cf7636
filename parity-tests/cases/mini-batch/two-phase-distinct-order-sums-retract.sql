-- SUM and AVG of DISTINCT values in two phases, some of which are taken back: maps keep their size, and values come again at other places.
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
SELECT g, SUM(DISTINCT x), AVG(DISTINCT x), COUNT(DISTINCT x), SUM(DISTINCT f), AVG(DISTINCT f), SUM(DISTINCT w), AVG(DISTINCT w) FROM t GROUP BY g;
SELECT g, SUM(DISTINCT x) FILTER (WHERE b), SUM(DISTINCT x) FILTER (WHERE NOT b), COUNT(DISTINCT x) FILTER (WHERE b), AVG(DISTINCT f) FILTER (WHERE b) FROM t GROUP BY g;
