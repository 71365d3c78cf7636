-- A2: also when only a filter needs the quotient.
-- mode: fails
-- require: accelerated
-- include: integers.sql
SELECT n FROM integers WHERE n / c > 0;
-- answer:
--| java.lang.ArithmeticException: / by zero
