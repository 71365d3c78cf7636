-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(OverAggregate)
-- include: orders.sql
SELECT id, COUNT(*) OVER (PARTITION BY kind ORDER BY ts) FROM orders;
-- answer:
--| (1, 1)
--| (2, 1)
--| (4, 2)
--| (3, 2)
--| (5, 3)
