-- C26: with a session zone that is set, the JVM's default zone is not known.
-- mode: fallback(TO_TIMESTAMP)
-- set: table.local-time-zone = UTC
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"2024-05-06"}
--> {"s":"2024-05-06 07:08:09"}
SELECT TO_TIMESTAMP(s, 'yyyy-MM-dd') FROM t;
-- answer:
--| (2024-05-06T00:00)
--| (2024-05-06T07:08:09)
