-- J102: raw control characters in strings are accepted.
-- mode: kinds
CREATE TABLE t (s STRING, n INT) WITH ('connector' = 'case', 'format' = 'json');
--> @bytes 7b2273223a2261000162097f0a0d1f62222c226e223a317d
--> @bytes 7b0a2273220d3a09227822202c226e223a3220097d
--> {"s":"x","n":3}
SELECT s, n FROM t;
-- answer:
--| ('a\u0000\u0001b\u0009\u007f\u000a\u000d\u001fb', 1)
--| ('x', 2)
--| ('x', 3)
