-- B15: =, < … in expressions are Java's primitive comparison: NaN is not NaN, -0.0 = 0.0.
-- mode: kinds
-- include: floats.sql
SELECT d = d, d <> d, d < g, d <= g, d > g, d >= g, f = d, f < g, d = 0, d > CAST('NaN' AS DOUBLE), f = f FROM floats;
-- answer:
--| (true, false, false, false, true, true, true, false, false, false, true)
--| (true, false, true, true, false, false, true, true, false, false, true)
--| (true, false, false, true, false, true, true, false, true, false, true)
--| (true, false, false, false, true, true, false, false, false, false, true)
--| (true, false, false, false, true, true, false, false, false, false, true)
--| (true, false, true, true, false, false, false, true, false, false, true)
--| (true, false, false, false, false, false, false, false, false, false, true)
--| (true, false, true, true, false, false, false, false, false, false, true)
--| (true, false, false, true, false, true, true, false, true, false, true)
--| (true, false, true, true, false, false, true, true, false, false, true)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (true, false, false, false, true, true, false, false, false, false, true)
--| (true, false, false, false, true, true, false, false, false, false, true)
--| (true, false, false, false, true, true, false, true, false, false, true)

SELECT f, d FROM floats WHERE d = d AND f <= g;
-- answer:
--| (-1.1, -1.1)
--| (0.0, 0.0)
--| (1.4E-45, 4.9E-324)
--| (Infinity, -Infinity)
--| (-0.0, -0.0)
--| (0.1, 0.1)
--| (3.3E-5, 1.2345678901234568E17)

SELECT d IN (0.1e0, 1.1e0), d BETWEEN -1e0 AND 1e0, d IS DISTINCT FROM g, d IS NOT DISTINCT FROM d, NULLIF(d, g), GREATEST(d, g), LEAST(f, g) FROM floats;
-- answer:
--| (true, false, true, true, 1.1, 1.1, 0.0)
--| (false, false, true, true, -1.1, -0.0, -1.100000023841858)
--| (false, true, false, true, NULL, 0.0, 0.0)
--| (false, false, true, true, 9.007199254740992E15, 9.007199254740992E15, 3.0)
--| (false, false, true, true, 1.7976931348623157E308, 1.7976931348623157E308, 10.0)
--| (false, true, true, true, 4.9E-324, 2.0, 1.401298464324817E-45)
--| (false, false, true, true, NaN, NaN, NaN)
--| (false, false, true, true, -Infinity, Infinity, Infinity)
--| (false, true, false, true, NULL, 0.0, -0.0)
--| (true, true, true, true, 0.1, 0.2, 0.10000000149011612)
--| (NULL, NULL, true, true, NULL, NULL, NULL)
--| (false, false, true, true, 1.9999999999999998E23, 1.9999999999999998E23, 0.001)
--| (false, false, true, true, 9999999.999, 9999999.999, 9.999E-4)
--| (false, false, true, true, 1.2345678901234568E17, 1.2345678901234568E17, 3.300000025774352E-5)
