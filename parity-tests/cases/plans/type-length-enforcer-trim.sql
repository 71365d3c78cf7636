-- CHAR/VARCHAR/BINARY lengths of a sink with the enforcer on TRIM_PAD. A JSON source does not enforce the lengths it declares.
-- mode: bytes
-- set: table.exec.sink.type-length-enforcer = TRIM_PAD
CREATE TABLE t (c CHAR(3), v VARCHAR(3), f BINARY(3), w VARBINARY(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"c":"abcdef","v":"abcdef","f":"AQIDBAU=","w":"AQIDBAU="}
--> {"c":"a","v":"a","f":"AQ==","w":"AQ=="}
--> {"c":"a😀b","v":"a😀bc","f":"AQID","w":"AQID"}
CREATE TABLE o (c CHAR(3), v VARCHAR(3), f BINARY(3), w VARBINARY(3)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT c, v, f, w FROM t;
-- answer:
--| {"c":"abc","v":"abc","f":"AQID","w":"AQID"}
--| {"c":"a  ","v":"a","f":"AQAA","w":"AQ=="}
--| {"c":"a\uD83D\uDE00b","v":"a\uD83D\uDE00b","f":"AQID","w":"AQID"}
