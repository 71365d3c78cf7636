-- A2: integer modulo by zero fails the job.
-- mode: fails
-- require: accelerated
-- include: integers.sql
SELECT MOD(n, d) FROM integers;
-- answer:
--| java.lang.ArithmeticException: / by zero
