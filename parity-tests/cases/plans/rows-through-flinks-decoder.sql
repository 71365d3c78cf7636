-- Every type through the row form both ways: Flink decodes, BinaryRow bytes cross, rows come back.
-- mode: kinds
-- include: all-types.sql
CREATE TABLE row_source (id INT, s STRING, d DECIMAL(38, 18), ts TIMESTAMP(9), z TIMESTAMP_LTZ(3), arr ARRAY<STRING>, m MAP<STRING, ARRAY<INT>>, r ROW<a INT, b ROW<c STRING>>, b BYTES, f FLOAT, t TIME(0), dt DATE)
WITH ('connector' = 'case', 'format' = 'json', 'raw' = 'false');
--> {"id":1,"s":"short","d":1.5,"ts":"2026-01-01 00:00:00.123456789","z":"2026-01-01 00:00:00Z","arr":["a",null,"longer than seven"],"m":{"k":[1,null]},"r":{"a":1,"b":{"c":"nested"}},"b":"AQID","f":1.5,"t":"01:02:03","dt":"2026-01-01"}
--> {"id":2,"s":"longer than seven bytes","arr":[],"m":{},"r":{}}
--> {}
SELECT id + 1, s, d, ts, z, arr, m, r, b, f, t, dt FROM row_source WHERE id IS NULL OR id > 0;
-- answer:
--| (2, 'short', 1.500000000000000000, 2026-01-01T00:00:00.123456789, 2026-01-01T00:00Z, ['a', NULL, 'longer than seven'], {'k': [1, NULL]}, (1, ('nested')), x'010203', 1.5, 01:02:03, 2026-01-01)
--| (3, 'longer than seven bytes', NULL, NULL, NULL, [], {}, (NULL, NULL), NULL, NULL, NULL, NULL)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)

SELECT UPPER(s), d * 2, arr[3], r.b.c, CARDINALITY(arr), ts > TIMESTAMP '2026-01-01 00:00:00', f * f FROM row_source;
-- answer:
--| ('SHORT', 3.0000000, 'longer than seven', 'nested', 3, true, 2.25)
--| ('LONGER THAN SEVEN BYTES', NULL, NULL, NULL, 0, NULL, NULL)
--| (NULL, NULL, NULL, NULL, NULL, NULL, NULL)
