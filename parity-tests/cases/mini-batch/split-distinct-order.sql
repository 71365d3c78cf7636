-- SUM and AVG of DISTINCT doubles, split: an incremental aggregate merges the maps. No barriers: restored at 2, it would be chance whose part the last aggregate merges first.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 29
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
-- set: table.optimizer.distinct-agg.split.enabled = true
-- set: table.optimizer.distinct-agg.split.bucket-num = 2
-- include: distinct-order.sql
-- include: distinct-order-more.sql
SELECT g, SUM(DISTINCT x), AVG(DISTINCT x), COUNT(DISTINCT x), SUM(DISTINCT f), AVG(DISTINCT f), SUM(DISTINCT w), AVG(DISTINCT w) FROM t GROUP BY g;
SELECT g, SUM(DISTINCT x), LISTAGG(DISTINCT s) FROM t GROUP BY g;
