-- WHERE keeps what is true, not what is unknown.
-- mode: kinds
CREATE TABLE t (a BOOLEAN, b BOOLEAN, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":true,"b":true,"n":1}
--> {"a":true,"b":false,"n":2}
--> {"a":true,"b":null,"n":3}
--> {"a":false,"b":true,"n":4}
--> {"a":false,"b":false,"n":5}
--> {"a":false,"b":null,"n":6}
--> {"a":null,"b":true,"n":7}
--> {"a":null,"b":false,"n":8}
--> {"a":null,"b":null,"n":9}
SELECT n, a AND b, a OR b, NOT a, a IS TRUE, a IS NOT TRUE, a IS FALSE, a IS UNKNOWN, a IS NOT NULL, a = b, a <> b FROM t;
-- answer:
--| (1, true, true, false, true, false, false, false, true, true, false)
--| (2, false, true, false, true, false, false, false, true, false, true)
--| (3, NULL, true, false, true, false, false, false, true, NULL, NULL)
--| (4, false, true, true, false, true, true, false, true, false, true)
--| (5, false, false, true, false, true, true, false, true, true, false)
--| (6, false, NULL, true, false, true, true, false, true, NULL, NULL)
--| (7, NULL, true, NULL, false, true, false, true, false, NULL, NULL)
--| (8, false, NULL, NULL, false, true, false, true, false, NULL, NULL)
--| (9, NULL, NULL, NULL, false, true, false, true, false, NULL, NULL)

SELECT n FROM t WHERE a AND b;
-- answer:
--| (1)

SELECT n FROM t WHERE NOT (a OR b);
-- answer:
--| (5)

SELECT n FROM t WHERE a IS NOT FALSE AND b IS NOT TRUE;
-- answer:
--| (2)
--| (3)
--| (8)
--| (9)

SELECT n FROM t WHERE n IN (1, 3, 5, 7) AND n NOT IN (3, 4) AND n NOT BETWEEN 6 AND 8;
-- answer:
--| (1)
--| (5)
