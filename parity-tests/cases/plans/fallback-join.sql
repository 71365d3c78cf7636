-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(Join)
-- include: orders.sql
SELECT a.id, b.item FROM orders a JOIN orders b ON a.id = b.id;
-- answer:
--| (1, 'apple')
--| (2, 'pear')
--| (3, NULL)
--| (4, 'plum')
--| (5, 'fig')
