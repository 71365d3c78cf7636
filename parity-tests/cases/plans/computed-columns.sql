-- Computed columns, in the select list and in a filter.
-- mode: kinds
-- include: orders.sql
SELECT id, total, kind, ts FROM orders WHERE kind = 'many' OR total > 1;
-- answer:
--| (1, 4.50, 'many', 2026-01-01T00:00:01)
--| (4, 1234.00, 'many', 2026-01-01T00:00:03)
--| (5, 199999999.98, 'few', 2026-01-01T00:00:09)
