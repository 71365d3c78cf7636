-- J113: BINARY as base64.
-- mode: bytes
CREATE TABLE t (b BYTES, f BINARY(2)) WITH ('connector' = 'case', 'format' = 'json');
--> {"b":"Af8=","f":"AAk="}
--> {"b":"","f":"AAA="}
--> {"b":"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkdISUpLTE1OTw==","f":"AAk="}
--> {}
CREATE TABLE o (b BYTES, f BINARY(2)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT * FROM t;
-- answer:
--| {"b":"Af8=","f":"AAk="}
--| {"b":"","f":"AAA="}
--| {"b":"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkdISUpLTE1OTw==","f":"AAk="}
--| {"b":null,"f":null}
