-- J105: lone surrogates in escapes.
-- mode: kinds
CREATE TABLE t (s STRING, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"\ud83d\ude00","n":1}
--> {"s":"\ud83d","n":2}
--> {"s":"\ude00","n":3}
--> {"s":"a\ud83dz","n":4}
--> {"s":"\ude00\ud83d","n":5}
SELECT n, s, CHAR_LENGTH(s) FROM t;
-- answer:
--| (1, '😀', 1)
--| (2, '?', 1)
--| (3, '?', 1)
--| (4, 'a?z', 3)
--| (5, '??', 2)
