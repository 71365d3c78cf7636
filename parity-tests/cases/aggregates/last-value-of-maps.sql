-- How maps are compared, by the types of keys and values: each row of a group is the same as the one before.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, s STRING, i INT, d DOUBLE, b BOOLEAN, e DECIMAL(20, 2), l BIGINT, ts TIMESTAMP(6), x BYTES) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"s":"a","i":1,"d":1,"b":true,"e":1.5,"l":127,"ts":"2026-01-01 00:00:00.5","x":"AA=="}
--> {"g":1,"s":"a","i":1,"d":1,"b":true,"e":1.5,"l":127,"ts":"2026-01-01 00:00:00.5","x":"AA=="}
--> {"g":2,"s":"longer than seven","i":1000,"d":"NaN","b":false,"e":123456789012345678.9,"l":128,"ts":"2026-01-01 00:00:00.123456","x":"AAECAwQFBgcICQ=="}
--> {"g":2,"s":"longer than seven","i":1000,"d":"NaN","b":false,"e":123456789012345678.9,"l":128,"ts":"2026-01-01 00:00:00.123456","x":"AAECAwQFBgcICQ=="}
SELECT g, LAST_VALUE(MAP[s, b]), LAST_VALUE(MAP[i, s]), LAST_VALUE(MAP[d, e]), LAST_VALUE(MAP[e, ts]), LAST_VALUE(MAP[l, x]), LAST_VALUE(MAP[ts, ARRAY[d]]) FROM t GROUP BY g;
-- answer:
--| (1, {'a': true}, {1: 'a'}, {1.0: 1.50}, {1.50: 2026-01-01T00:00:00.500}, {127: x'00'}, {2026-01-01T00:00:00.500: [1.0]})
--| (2, {'longer than seven': false}, {1000: 'longer than seven'}, {NaN: 123456789012345678.90}, {123456789012345678.90: 2026-01-01T00:00:00.123456}, {128: x'00010203040506070809'}, {2026-01-01T00:00:00.123456: [NaN]})
