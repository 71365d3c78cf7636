-- C26: TO_TIMESTAMP with a pattern, of a text that is a JDBC timestamp instead: Flink reads it in the JVM's default zone.
-- mode: kinds
-- divergence: strings-and-times.md
CREATE TABLE t (s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"2024-05-06 07:08:09"}
SELECT TO_TIMESTAMP(s, 'yyyy-MM-dd') FROM t;
-- answer:
--| (2024-05-06T07:08:09)
