-- J107: schema order, literals, implicit casts.
-- mode: bytes
-- include: integers.sql
CREATE TABLE o (z INT, y STRING, w DOUBLE, v BOOLEAN, u DECIMAL(5, 2), t DATE) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT c, 'constant', d, TRUE, 1.50, DATE '2026-01-01' FROM integers;
-- answer:
--| {"z":2147483647,"y":"constant","w":9.223372036854776E18,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":-2147483648,"y":"constant","w":-9.223372036854776E18,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":65536,"y":"constant","w":4.294967296E9,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":-7,"y":"constant","w":-7.0,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":7,"y":"constant","w":7.0,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":null,"y":"constant","w":null,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":0,"y":"constant","w":0.0,"v":true,"u":1.5,"t":"2026-01-01"}
--| {"z":-1,"y":"constant","w":9.007199254740992E15,"v":true,"u":1.5,"t":"2026-01-01"}
