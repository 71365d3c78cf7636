-- JSON_ARRAYAGG of timestamps of both kinds and of arrays and rows.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, ts TIMESTAMP(3), t9 TIMESTAMP(9), z TIMESTAMP_LTZ(3), a ARRAY<INT>, r ROW<x INT, y STRING>) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"ts":"2026-01-01 00:00:00","t9":"2026-01-01 00:00:00.000000001","z":"2026-01-01 00:00:00Z","a":[1,null],"r":{"x":1,"y":"a"}}
--> {"g":1,"ts":null,"t9":null,"z":null,"a":null,"r":null}
--> {"g":1,"ts":"2026-01-01 00:00:00.500","t9":"2026-01-01 00:00:00.120","z":"2026-01-01 12:34:56.780Z","a":[],"r":{"x":null,"y":"\""}}
SELECT g, JSON_ARRAYAGG(ts), JSON_ARRAYAGG(t9), JSON_ARRAYAGG(z), JSON_ARRAYAGG(a), JSON_ARRAYAGG(r) FROM t GROUP BY g;
-- answer:
--| (1, '["2026-01-01T00:00:00"]', '["2026-01-01T00:00:00.000000001"]', '["2026-01-01T00:00:00Z"]', '[[1,null]]', '[{"x":1,"y":"a"}]')
--| -U (1, '["2026-01-01T00:00:00"]', '["2026-01-01T00:00:00.000000001"]', '["2026-01-01T00:00:00Z"]', '[[1,null]]', '[{"x":1,"y":"a"}]')
--| +U (1, '["2026-01-01T00:00:00","2026-01-01T00:00:00.5"]', '["2026-01-01T00:00:00.000000001","2026-01-01T00:00:00.12"]', '["2026-01-01T00:00:00Z","2026-01-01T12:34:56.78Z"]', '[[1,null],[]]', '[{"x":1,"y":"a"},{"x":null,"y":"\u005c""}]')
