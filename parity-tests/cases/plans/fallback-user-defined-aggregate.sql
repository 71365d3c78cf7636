-- All or nothing: an aggregate function of the user, and the two groups below and beside it run on stock Flink too.
-- mode: fallback(user-defined aggregate functions are not accelerated)
-- include: orders.sql
CREATE TEMPORARY FUNCTION longest AS 'io.slipstream.flink.testing.parity.LongestText';
SELECT kind, longest(item), COUNT(*) FROM orders GROUP BY kind;
-- answer:
--| ('many', 'apple', 1)
--| ('few', 'pear', 1)
--| -U ('few', 'pear', 1)
--| +U ('few', 'pear', 2)
--| -U ('many', 'apple', 1)
--| +U ('many', 'apple', 2)
--| -U ('few', 'pear', 2)
--| +U ('few', 'pear', 3)
SELECT kind, MAX(price) FROM orders GROUP BY kind;
-- answer:
--| ('many', 1.50)
--| ('few', 0.99)
--| -U ('many', 1.50)
--| +U ('many', 12.34)
--| -U ('few', 0.99)
--| +U ('few', 99999999.99)
