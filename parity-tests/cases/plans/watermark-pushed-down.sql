-- Watermarks of a pushed-down strategy: the greatest candidate, where the case says so, and the end.
-- mode: kinds
-- parallelism: 1
-- include: orders.sql
CREATE TABLE o (id INT, ts TIMESTAMP(3), total DECIMAL(20, 2)) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT id, ts, total FROM orders;
-- answer:
--| (1, 2026-01-01T00:00:01, 4.50)
--| (2, 2026-01-01T00:00:02.500, 0.99)
--| W 1767225601500
--| (3, 2026-01-01T00:00:05, NULL)
--| (4, 2026-01-01T00:00:03, 1234.00)
--| W 1767225604000
--| (5, 2026-01-01T00:00:09, 199999999.98)
--| W 9223372036854775807

CREATE TABLE p (id INT) WITH ('connector' = 'case', 'format' = 'json', 'collect-watermarks' = 'true');
INSERT INTO p SELECT id FROM orders WHERE id > 3;
-- answer:
--| W 1767225601500
--| {"id":4}
--| W 1767225604000
--| {"id":5}
--| W 9223372036854775807
