-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(Limit)
-- include: orders.sql
SELECT id FROM orders LIMIT 2;
-- answer:
--| (1)
--| (2)
