-- PC-026: debezium-json writes -U as op d and +U as op c.
-- mode: bytes
-- parallelism: 1
CREATE TABLE t (g STRING, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":"a","v":1}
--> {"g":"a","v":2}
--> {"g":"b","v":null}
CREATE TABLE o (g STRING, c BIGINT, s INT) WITH ('connector' = 'case', 'format' = 'debezium-json');
INSERT INTO o SELECT g, COUNT(*), SUM(v) FROM t GROUP BY g;
-- answer:
--| {"before":null,"after":{"g":"a","c":1,"s":1},"op":"c"}
--| -U {"before":{"g":"a","c":1,"s":1},"after":null,"op":"d"}
--| +U {"before":null,"after":{"g":"a","c":2,"s":3},"op":"c"}
--| {"before":null,"after":{"g":"b","c":1,"s":null},"op":"c"}
