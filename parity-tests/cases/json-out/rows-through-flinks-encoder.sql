-- The same bytes when Flink decodes and encodes, and rows cross to the sidecar.
-- mode: bytes
CREATE TABLE t (a INT, s STRING, m MAP<STRING, INT>, ts TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json', 'raw' = 'false');
--> {"a":1,"s":"x😀","m":{"a":1,"b":2,"c":3},"ts":"2026-01-01 00:00:00.5"}
--> {"a":2,"s":null,"m":null,"ts":null}
CREATE TABLE o (a INT, s STRING, m MAP<STRING, INT>, ts TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json', 'raw' = 'false');
INSERT INTO o SELECT a + 1, UPPER(s), m, ts FROM t;
-- answer:
--| {"a":2,"s":"X\uD83D\uDE00","m":{"a":1,"c":3,"b":2},"ts":"2026-01-01 00:00:00.5"}
--| {"a":3,"s":null,"m":null,"ts":null}
