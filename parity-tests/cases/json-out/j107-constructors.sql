-- J107: nested rows and arrays that the query makes.
-- mode: bytes
-- include: integers.sql
CREATE TABLE o (z INT, y STRING, x ROW<b INT, a STRING>, w ARRAY<BIGINT>, v BOOLEAN, u DECIMAL(5, 2)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT c, 'constant', ROW(n, 'in a row'), ARRAY[d, 1], TRUE, 1.50 FROM integers;
-- answer:
--| {"z":2147483647,"y":"constant","x":{"b":1,"a":"in a row"},"w":[9223372036854775807,1],"v":true,"u":1.5}
--| {"z":-2147483648,"y":"constant","x":{"b":-1,"a":"in a row"},"w":[-9223372036854775808,1],"v":true,"u":1.5}
--| {"z":65536,"y":"constant","x":{"b":2,"a":"in a row"},"w":[4294967296,1],"v":true,"u":1.5}
--| {"z":-7,"y":"constant","x":{"b":2,"a":"in a row"},"w":[-7,1],"v":true,"u":1.5}
--| {"z":7,"y":"constant","x":{"b":-2,"a":"in a row"},"w":[7,1],"v":true,"u":1.5}
--| {"z":null,"y":"constant","x":{"b":3,"a":"in a row"},"w":[null,1],"v":true,"u":1.5}
--| {"z":0,"y":"constant","x":{"b":5,"a":"in a row"},"w":[0,1],"v":true,"u":1.5}
--| {"z":-1,"y":"constant","x":{"b":1000000,"a":"in a row"},"w":[9007199254740993,1],"v":true,"u":1.5}
