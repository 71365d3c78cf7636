-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(GroupAggregate)
-- include: orders.sql
SELECT DISTINCT kind FROM orders;
-- answer:
--| ('many')
--| ('few')
