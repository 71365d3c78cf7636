-- C20, PC-015: FLOAT and DOUBLE in the JVM's spelling; NaN and the infinities as strings.
-- mode: bytes
-- include: floats.sql
CREATE TABLE o (f FLOAT, d DOUBLE, g DOUBLE, fd DOUBLE) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT f, d, g, f FROM floats;
-- answer:
--| {"f":1.1,"d":1.1,"g":0.0,"fd":1.100000023841858}
--| {"f":-1.1,"d":-1.1,"g":-0.0,"fd":-1.100000023841858}
--| {"f":0.0,"d":0.0,"g":0.0,"fd":0.0}
--| {"f":1.6777216E7,"d":9.007199254740992E15,"g":3.0,"fd":1.6777216E7}
--| {"f":3.4028235E38,"d":1.7976931348623157E308,"g":10.0,"fd":3.4028234663852886E38}
--| {"f":1.4E-45,"d":4.9E-324,"g":2.0,"fd":1.401298464324817E-45}
--| {"f":"NaN","d":"NaN","g":"NaN","fd":"NaN"}
--| {"f":"Infinity","d":"-Infinity","g":"Infinity","fd":"Infinity"}
--| {"f":-0.0,"d":-0.0,"g":0.0,"fd":-0.0}
--| {"f":0.1,"d":0.1,"g":0.2,"fd":0.10000000149011612}
--| {"f":null,"d":null,"g":1.0,"fd":null}
--| {"f":1.0E7,"d":1.9999999999999998E23,"g":0.001,"fd":1.0E7}
--| {"f":9999999.0,"d":9999999.999,"g":9.999E-4,"fd":9999999.0}
--| {"f":3.3E-5,"d":1.2345678901234568E17,"g":2.5,"fd":3.300000025774352E-5}
