-- Keys in any order, white space anywhere, unknown fields skipped.
-- mode: kinds
CREATE TABLE t (a INT, b STRING, c DOUBLE, d BOOLEAN) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":1,"b":"x","c":1.5,"d":true}
--> {"d":false,"c":2.5,"b":"y","a":2}
-->   {  "a"  :  3  ,  "b"  :  "z"  ,  "c"  :  3.5  ,  "d"  :  true  }
--> {"x":1,"a":4,"y":{"a":99,"q":"}\"]"},"b":"w","z":[[],{},"]"],"c":4.5,"d":null}
--> {"b":"only"}
--> {"aa":1,"A":2,"a":5}
--> {"a":6,"b":"","c":-0.0,"d":false,"e":"later"}
SELECT * FROM t;
-- answer:
--| (1, 'x', 1.5, true)
--| (2, 'y', 2.5, false)
--| (3, 'z', 3.5, true)
--| (4, 'w', 4.5, NULL)
--| (NULL, 'only', NULL, NULL)
--| (5, NULL, NULL, NULL)
--| (6, '', -0.0, false)
