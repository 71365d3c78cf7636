-- A6: decimal literals keep their scale. Mixed INT and DECIMAL promote as the planner says.
-- mode: kinds
-- include: decimals.sql
SELECT p * 1.10, p + 0.5, p - 1.000, p / 1.50, n + 1.5, b * 0.01, n * p, b * p, n / p, b - p, CAST(p AS DOUBLE) * 1.1, n * 1e0 FROM decimals;
-- answer:
--| (11.0000, 10.50, 9.000, 6.666667, 4.5, 0.07, 30.00, 70.00, 0.30000000000, -3.00, 11.0, 3.0)
--| (-11.0000, -9.50, -11.000, -6.666667, -1.5, -0.07, 30.00, 70.00, 0.30000000000, 3.00, -11.0, -3.0)
--| (109999999.9890, 100000000.49, 99999998.990, 66666666.660000, 2147483648.5, 92233720368547758.07, 214748364678525163.53, 922337203593243860331452241.93, 21.47483647215, 9223372036754775807.01, 1.0999999998900001E8, 2.147483647E9)
--| (0.0110, 0.51, -0.990, 0.006667, 2.5, 0.01, 0.01, 0.01, 100.00000000000, 0.99, 0.011000000000000001, 1.0)
--| (0.0550, 0.55, -0.950, 0.033333, 8.5, 1.00, 0.35, 5.00, 140.00000000000, 99.95, 0.05500000000000001, 7.0)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (1.1110, 1.51, 0.010, 0.673333, 3.5, 0.02, 2.02, 2.02, 1.98019801980, 0.99, 1.1110000000000002, 2.0)

SELECT p > n, p = 10, p <> 10.000, p < b, p BETWEEN 0.01 AND 10, v > 1e20, w >= p, x = 12.345, p IN (0.01, 10, 99999999.99) FROM decimals;
-- answer:
--| (true, true, false, false, true, true, false, false, true)
--| (false, false, true, true, false, false, true, true, false)
--| (false, false, true, true, false, false, true, false, true)
--| (false, false, true, true, true, false, false, false, true)
--| (false, false, true, true, true, true, true, false, false)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
--| (false, false, true, true, true, false, true, false, false)
