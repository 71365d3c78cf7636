-- D29: comparison is in unsigned UTF-8 byte order, not in UTF-16 order.
-- mode: kinds
CREATE TABLE t (a STRING, b STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"\uffff","b":"z"}
--> {"a":"ä","b":"\ud83d\ude00"}
--> {"a":"z","b":"ä"}
--> {"a":"a","b":"ab"}
--> {"a":"","b":"a"}
--> {"a":"A","b":"a"}
--> {"a":"same","b":"same"}
--> {"a":null,"b":"x"}
--> {"a":"abcdefgh1","b":"abcdefgh2"}
--> {"a":"e\u0301","b":"\u00e9"}
SELECT a < b, a <= b, a > b, a >= b, a = b, a <> b, a IS DISTINCT FROM b, a BETWEEN 'a' AND 'z', a IN ('a', 'A', 'same', '') FROM t;
-- answer:
--| (false, false, true, true, false, true, true, false, false)
--| (true, true, false, false, false, true, true, false, false)
--| (true, true, false, false, false, true, true, true, false)
--| (true, true, false, false, false, true, true, true, true)
--| (true, true, false, false, false, true, true, false, true)
--| (true, true, false, false, false, true, true, false, true)
--| (false, true, false, true, true, false, false, true, true)
--| (NULL, NULL, NULL, NULL, NULL, NULL, true, NULL, NULL)
--| (true, true, false, false, false, true, true, true, false)
--| (true, true, false, false, false, true, true, true, false)

SELECT GREATEST(a, b), LEAST(a, b), NULLIF(a, b), COALESCE(a, b) FROM t;
-- answer:
--| ('￿', 'z', '￿', '￿')
--| ('😀', 'ä', 'ä', 'ä')
--| ('ä', 'z', 'z', 'z')
--| ('ab', 'a', 'a', 'a')
--| ('a', '', '', '')
--| ('a', 'A', 'A', 'A')
--| ('same', 'same', NULL, 'same')
--| (NULL, NULL, NULL, 'x')
--| ('abcdefgh2', 'abcdefgh1', 'abcdefgh1', 'abcdefgh1')
--| ('é', 'é', 'é', 'é')

SELECT a FROM t WHERE a < b AND a > '';
-- answer:
--| ('ä')
--| ('z')
--| ('a')
--| ('A')
--| ('abcdefgh1')
--| ('é')
