-- All or nothing over a statement set: one unsupported insert, and the whole job runs on stock Flink.
-- mode: fallback(Join)
-- include: orders.sql
SELECT id, item FROM orders;
-- answer:
--| (1, 'apple')
--| (2, 'pear')
--| (3, NULL)
--| (4, 'plum')
--| (5, 'fig')

SELECT a.id, b.item FROM orders AS a JOIN orders AS b ON a.id = b.id;
-- answer:
--| (1, 'apple')
--| (2, 'pear')
--| (3, NULL)
--| (4, 'plum')
--| (5, 'fig')
