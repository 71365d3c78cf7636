-- C21, PC-035: CAST where the text is good.
-- mode: kinds
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":" 42 "}
--> {"s":"4.9"}
--> {"s":"-0.5"}
--> {"s":"+7"}
--> {"s":null}
SELECT CAST(s AS TINYINT), CAST(s AS INT), CAST(s AS BIGINT), CAST(s AS DECIMAL(5, 0)), CAST(s AS DECIMAL(5, 1)), CAST(s AS DOUBLE), CAST(s AS FLOAT) FROM t;
-- answer:
--| (42, 42, 42, 42, 42.0, 42.0, 42.0)
--| (4, 4, 4, 5, 4.9, 4.9, 4.9)
--| (0, 0, 0, -1, -0.5, -0.5, -0.5)
--| (7, 7, 7, 7, 7.0, 7.0, 7.0)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL)
