-- C19: DECIMAL → integers truncates, and wraps as Flink's castToIntegral does.
-- mode: kinds
CREATE TABLE t (p DECIMAL(20, 3), q DECIMAL(5, 2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"p":300.5,"q":127.99}
--> {"p":-200.999,"q":-128.99}
--> {"p":40000.9,"q":128}
--> {"p":99999999999999999.999,"q":999.99}
--> {"p":2147483648,"q":-999.99}
--> {"p":0.999,"q":-0.99}
--> {}
SELECT CAST(p AS TINYINT), CAST(p AS SMALLINT), CAST(p AS INT), CAST(p AS BIGINT), CAST(q AS TINYINT), CAST(q AS SMALLINT), CAST(q AS INT), CAST(q AS BIGINT), CAST(p AS FLOAT), CAST(p AS DOUBLE), CAST(q AS DOUBLE) FROM t;
-- answer:
--| (44, 300, 300, 300, 127, 127, 127, 127, 300.5, 300.5, 127.99)
--| (56, -200, -200, -200, -128, -128, -128, -128, -200.999, -200.999, -128.99)
--| (64, -25536, 40000, 40000, -128, 128, 128, 128, 40000.9, 40000.9, 128.0)
--| (-1, -1, 1569325055, 99999999999999999, -25, 999, 999, 999, 9.9999998E16, 1.0E17, 999.99)
--| (0, 0, -2147483648, 2147483648, 25, -999, -999, -999, 2.14748365E9, 2.147483648E9, -999.99)
--| (0, 0, 0, 0, 0, 0, 0, 0, 0.999, 0.999, -0.99)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
