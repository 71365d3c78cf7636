-- The first row of each computed key.
-- mode: kinds
-- key: 1
-- include: orders.sql
SELECT id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY ts) AS rn FROM orders) WHERE rn = 1;
-- answer:
--| (1)
--| (2)
