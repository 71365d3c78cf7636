-- All or nothing: a plan with a node that is not supported runs on stock Flink as a whole, and the reason names the node.
-- mode: fallback(Deduplicate)
-- include: orders.sql
SELECT id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY ts) AS rn FROM orders) WHERE rn = 1;
-- answer:
--| (1)
--| (2)
