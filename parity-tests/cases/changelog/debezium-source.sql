-- A GROUP BY over a debezium-json table: one message is two rows.
-- mode: kinds
-- key: 1
CREATE TABLE t (id INT, g STRING, v INT) WITH ('connector' = 'case', 'format' = 'debezium-json');
--> {"before":null,"after":{"id":1,"g":"a","v":1},"op":"c"}
--> {"before":null,"after":{"id":2,"g":"a","v":5},"op":"r"}
--> {"before":{"id":2,"g":"a","v":5},"after":{"id":2,"g":"b","v":7},"op":"u"}
--> @tombstone
--> {"before":{"id":1,"g":"a","v":1},"after":null,"op":"d"}
SELECT g, COUNT(*), SUM(v), MAX(v) FROM t GROUP BY g;
-- answer:
--| ('a', 1, 1, 1)
--| -U ('a', 1, 1, 1)
--| +U ('a', 2, 6, 5)
--| -U ('a', 2, 6, 5)
--| +U ('a', 1, 1, 1)
--| ('b', 1, 7, 7)
--| -D ('a', 1, 1, 1)
