-- A2: integer division by zero fails the job.
-- mode: fails
-- require: accelerated
-- include: integers.sql
SELECT n / c FROM integers;
-- answer:
--| java.lang.ArithmeticException: / by zero
