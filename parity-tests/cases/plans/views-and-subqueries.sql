-- Views and nested queries melt into one Calc.
-- mode: kinds
-- include: orders.sql
CREATE TEMPORARY VIEW expensive AS SELECT id, total, item FROM orders WHERE total > 1;
SELECT id, label FROM (SELECT id, item || ':' || CAST(total AS STRING) AS label FROM expensive) WHERE id <> 5;
-- answer:
--| (1, 'apple:4.50')
--| (4, 'plum:1234.00')
