-- JSON_OBJECT, JSON_ARRAY and JSON_STRING: names are sorted, calls within calls are JSON and not texts, columns that hold JSON are texts.
-- mode: rows
CREATE TABLE t (i INT, s STRING, d DOUBLE, f FLOAT, e DECIMAL(20, 10), b BOOLEAN, x BYTES, ts TIMESTAMP(3), a ARRAY<DOUBLE>, m MAP<STRING, ROW<q INT, `A` STRING>>, r ROW<z ARRAY<STRING>, `a"` TIMESTAMP(3)>)
  WITH ('connector' = 'case', 'format' = 'json');
--> {"i":1,"s":"a\"\\/é😀\u0001\u007f\u2028","d":1e300,"f":0.1,"e":0.0000000001,"b":true,"x":"AAECAwQ=","ts":"2026-01-01 00:00:00.123456789","a":[1,null,"NaN",-0.0],"m":{"b":{"q":1,"A":"x"},"a":null,"B":{"q":null,"A":null}},"r":{"z":["y",null],"a\"":"2026-01-01 00:00:00.5"}}
--> {}
--> {"i":-1,"s":"","d":"-Infinity","f":1e10,"e":100,"b":false,"x":"","ts":"0001-01-01 00:00:00","a":[],"m":{},"r":{}}
--> {"i":0,"s":"{\"k\":1}","d":-0.0,"f":"NaN","e":0,"b":false,"x":"/w==","ts":"2000-02-29 23:59:59.9","a":[1e7,123456789.125],"m":{"":{"q":2}},"r":{"z":[],"a\"":null}}
CREATE VIEW v AS SELECT *, JSON_OBJECT('k' VALUE i) AS j FROM t;
SELECT JSON_OBJECT('s' VALUE s, 'i' VALUE i, 'd' VALUE d, 'f' VALUE f, 'e' VALUE e, 'b' VALUE b, 'x' VALUE x, 'ts' VALUE ts) FROM t;
-- answer:
--| ('{"b":true,"d":1.0E+300,"e":1E-10,"f":0.10000000149011612,"i":1,"s":"a\u005c"\u005c\u005c/é😀\u005cu0001\u007f ","ts":"2026-01-01T00:00:00.123456789","x":"AAECAwQ="}')
--| ('{"b":null,"d":null,"e":null,"f":null,"i":null,"s":null,"ts":null,"x":null}')
--| ('{"b":false,"d":"-Infinity","e":100.0000000000,"f":1.0E+10,"i":-1,"s":"","ts":"0001-01-01T00:00:00","x":""}')
--| ('{"b":false,"d":0.0,"e":0E-10,"f":"NaN","i":0,"s":"{\u005c"k\u005c":1}","ts":"2000-02-29T23:59:59.9","x":"/w=="}')
SELECT JSON_OBJECT('s' VALUE s, 'i' VALUE i, 'i' VALUE d, 's' VALUE a ABSENT ON NULL), JSON_ARRAY(s, i, d, a), JSON_ARRAY(s, m NULL ON NULL) FROM t;
-- answer:
--| ('{"i":1.0E+300,"s":[1.0,null,"NaN",0.0]}', '["a\u005c"\u005c\u005c/é😀\u005cu0001\u007f ",1,1.0E+300,[1.0,null,"NaN",0.0]]', '["a\u005c"\u005c\u005c/é😀\u005cu0001\u007f ",{"B":{"A":null,"q":null},"a":null,"b":{"A":"x","q":1}}]')
--| ('{}', '[]', '[null,null]')
--| ('{"i":"-Infinity","s":[]}', '["",-1,"-Infinity",[]]', '["",{}]')
--| ('{"i":0.0,"s":[1.0E+7,123456789.125]}', '["{\u005c"k\u005c":1}",0,0.0,[1.0E+7,123456789.125]]', '["{\u005c"k\u005c":1}",{"":{"A":null,"q":2}}]')
SELECT JSON_STRING(a), JSON_STRING(m), JSON_STRING(r), JSON_STRING(r.z), JSON_OBJECT('m' VALUE m, 'r' VALUE r) FROM t;
-- answer:
--| ('[1.0,null,"NaN",0.0]', '{"B":{"A":null,"q":null},"a":null,"b":{"A":"x","q":1}}', '{"a\u005c"":"2026-01-01T00:00:00.5","z":["y",null]}', '["y",null]', '{"m":{"B":{"A":null,"q":null},"a":null,"b":{"A":"x","q":1}},"r":{"a\u005c"":"2026-01-01T00:00:00.5","z":["y",null]}}')
--| (NULL, NULL, NULL, NULL, '{"m":null,"r":null}')
--| ('[]', '{}', '{"a\u005c"":null,"z":null}', NULL, '{"m":{},"r":{"a\u005c"":null,"z":null}}')
--| ('[1.0E+7,123456789.125]', '{"":{"A":null,"q":2}}', '{"a\u005c"":null,"z":[]}', '[]', '{"m":{"":{"A":null,"q":2}},"r":{"a\u005c"":null,"z":[]}}')
SELECT JSON_OBJECT('j' VALUE j, 'c' VALUE JSON_OBJECT('k' VALUE i), 'n' VALUE UPPER(JSON_OBJECT('k' VALUE i))) FROM v;
-- answer:
--| ('{"c":{"k":1},"j":{"k":1},"n":"{\u005c"K\u005c":1}"}')
--| ('{"c":{"k":null},"j":{"k":null},"n":"{\u005c"K\u005c":NULL}"}')
--| ('{"c":{"k":-1},"j":{"k":-1},"n":"{\u005c"K\u005c":-1}"}')
--| ('{"c":{"k":0},"j":{"k":0},"n":"{\u005c"K\u005c":0}"}')
SELECT CHAR_LENGTH(JSON_ARRAY(JSON_ARRAY(), JSON_OBJECT(), s)) FROM t WHERE JSON_OBJECT('i' VALUE i) <> '{"i":0}';
-- answer:
--| (26)
--| (7)
--| (10)
