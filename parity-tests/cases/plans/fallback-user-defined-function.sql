-- A user-defined function is not run in the sidecar.
-- mode: fallback(plus_one)
-- include: orders.sql
CREATE TEMPORARY FUNCTION plus_one AS 'io.slipstream.flink.testing.parity.PlusOne';
SELECT plus_one(id), item FROM orders;
-- answer:
--| (2, 'apple')
--| (3, 'pear')
--| (4, NULL)
--| (5, 'plum')
--| (6, 'fig')
