-- J99: ignore-parse-errors works per field at each nesting level.
-- mode: kinds
CREATE TABLE t (a INT, b DATE, c BYTES, d DECIMAL(5, 2), e TIMESTAMP(3), s STRING) WITH ('connector' = 'case', 'format' = 'json', 'json.ignore-parse-errors' = 'true');
--> {"a":"x","b":"x","c":"x!","d":"x","e":"x","s":"kept"}
--> {"a":1,"b":"2024-05-06","c":"AQ==","d":1.5,"e":"2024-05-06 07:08:09","s":"kept"}
--> {"s":"first","a":{"deep":[1,{"x":2}]},"b":[[]],"c":{},"d":[],"e":{}}
SELECT * FROM t;
-- answer:
--| (NULL, NULL, NULL, NULL, NULL, 'kept')
--| (1, 2024-05-06, x'01', 1.50, 2024-05-06T07:08:09, 'kept')
--| (NULL, NULL, NULL, NULL, NULL, 'first')
