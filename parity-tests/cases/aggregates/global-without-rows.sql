-- An aggregate without a key over no rows says nothing in a streaming job.
-- mode: rows
-- empty
-- include: samples.sql
SELECT COUNT(*), SUM(i) FROM samples WHERE n > 1000;
-- answer:
--| (no rows)
