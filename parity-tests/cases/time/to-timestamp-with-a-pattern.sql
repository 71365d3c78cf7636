-- C26: TO_TIMESTAMP with a pattern.
-- mode: kinds
CREATE TABLE t (s STRING, u STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"2024-05-06","u":"06.05.2024 07:08"}
--> {"s":"0024-05-06","u":"31.02.2024 24:00"}
--> {"s":"","u":"x"}
--> {"s":"2024-13-01","u":"1.2.2024 7:08"}
--> {}
SELECT TO_TIMESTAMP(s, 'yyyy-MM-dd'), TO_TIMESTAMP(u, 'dd.MM.yyyy HH:mm') FROM t;
-- answer:
--| (2024-05-06T00:00, 2024-05-06T07:08)
--| (0024-05-06T00:00, 2024-03-01T00:00)
--| (NULL, NULL)
--| (NULL, NULL)
--| (NULL, NULL)
