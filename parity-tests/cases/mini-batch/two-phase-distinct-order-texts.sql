-- LISTAGG of DISTINCT values in two phases: values are merged in the order of Java's maps, which grow.
-- mode: kinds
-- key: 1
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 29
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
-- include: distinct-order.sql
SELECT g, LISTAGG(DISTINCT s), LISTAGG(DISTINCT s, '|'), COUNT(DISTINCT s), LISTAGG(DISTINCT s, ', and then ') FILTER (WHERE b) FROM t GROUP BY g;
