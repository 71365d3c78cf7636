-- D29: two Java strings are compared by UTF-16 units in Flink 2.2.1, which shows where a character above U+FFFF meets one above U+DFFF.
-- mode: kinds
-- divergence: strings-and-times.md
CREATE TABLE t (a STRING, b STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"\uffff","b":"\ud83d\ude00"}
SELECT a < b, GREATEST(a, b) FROM t;
-- answer:
--| (false, '￿')
