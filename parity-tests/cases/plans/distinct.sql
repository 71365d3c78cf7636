-- DISTINCT behind a computed column of the table.
-- mode: kinds
-- key: 1
-- include: orders.sql
SELECT DISTINCT kind FROM orders;
-- answer:
--| ('many')
--| ('few')
