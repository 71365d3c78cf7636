-- The option that switches to Flink's older decoder, with its own semantics: the last duplicate wins.
-- mode: kinds
CREATE TABLE t (a INT, c STRING) WITH ('connector' = 'case', 'format' = 'json', 'json.decode.json-parser.enabled' = 'false');
--> {"a":1,"a":2,"c":"x"}
--> @bytes
--> {"c":"y","a":3}
SELECT * FROM t;
-- answer:
--| (2, 'x')
--| (3, 'y')
