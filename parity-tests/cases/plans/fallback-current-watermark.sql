-- CURRENT_WATERMARK shows the watermark to the rows.
-- mode: fallback(CURRENT_WATERMARK)
-- include: orders.sql
SELECT id, CURRENT_WATERMARK(ts), ts > CURRENT_WATERMARK(ts) FROM orders;
-- answer:
--| (1, NULL, NULL)
--| (2, NULL, NULL)
--| (3, 2026-01-01T00:00:01.500, true)
--| (4, 2026-01-01T00:00:01.500, true)
--| (5, 2026-01-01T00:00:04, true)
