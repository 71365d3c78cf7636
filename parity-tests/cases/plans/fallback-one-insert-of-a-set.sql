-- All or nothing over a statement set: one unsupported insert, and the whole job runs on stock Flink.
-- mode: fallback(GroupAggregate)
-- include: orders.sql
SELECT id, item FROM orders;
-- answer:
--| (1, 'apple')
--| (2, 'pear')
--| (3, NULL)
--| (4, 'plum')
--| (5, 'fig')

SELECT kind, COUNT(*) FROM orders GROUP BY kind;
-- answer:
--| ('many', 1)
--| ('few', 1)
--| -U ('few', 1)
--| +U ('few', 2)
--| -U ('many', 1)
--| +U ('many', 2)
--| -U ('few', 2)
--| +U ('few', 3)
