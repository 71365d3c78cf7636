-- A division by zero in an argument fails the job.
-- mode: fails
-- include: samples.sql
SELECT g, SUM(i / (n - 2)) FROM samples GROUP BY g;
-- answer:
--| java.lang.ArithmeticException: / by zero
