-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(TemporalSort)
-- include: orders.sql
SELECT id FROM orders ORDER BY ts;
-- answer:
--| (1)
--| (2)
--| (4)
--| (3)
--| (5)
