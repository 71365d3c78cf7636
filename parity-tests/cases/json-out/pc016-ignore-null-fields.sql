-- J107, PC-016: encode.ignore-null-fields removes null ROW fields (nested too), never map values or array elements.
-- mode: bytes
CREATE TABLE t (m MAP<STRING, INT>, o STRING, r ROW<a INT, b INT>, ar ARRAY<INT>, rr ARRAY<ROW<x INT, y INT>>) WITH ('connector' = 'case', 'format' = 'json');
--> {"m":{"k":null},"r":{"a":1},"ar":[1,null],"rr":[{"x":1},null,{"y":2},{}]}
--> {}
--> {"o":"x","r":{}}
CREATE TABLE a (m MAP<STRING, INT>, o STRING, r ROW<a INT, b INT>, ar ARRAY<INT>, rr ARRAY<ROW<x INT, y INT>>) WITH ('connector' = 'case', 'format' = 'json', 'json.encode.ignore-null-fields' = 'true');
INSERT INTO a SELECT * FROM t;
-- answer:
--| {"m":{"k":null},"r":{"a":1},"ar":[1,null],"rr":[{"x":1},null,{"y":2},{}]}
--| {}
--| {"o":"x","r":{}}

CREATE TABLE b (m MAP<STRING, INT>, o STRING, r ROW<a INT, b INT>, ar ARRAY<INT>, rr ARRAY<ROW<x INT, y INT>>) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO b SELECT * FROM t;
-- answer:
--| {"m":{"k":null},"o":null,"r":{"a":1,"b":null},"ar":[1,null],"rr":[{"x":1,"y":null},null,{"x":null,"y":2},{"x":null,"y":null}]}
--| {"m":null,"o":null,"r":null,"ar":null,"rr":null}
--| {"m":null,"o":"x","r":{"a":null,"b":null},"ar":null,"rr":null}
