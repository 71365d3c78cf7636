-- K146: JSON_OBJECTAGG through checkpoints.
-- mode: kinds
-- key: 1
CREATE TABLE t (g INT, k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"k":"b","v":1}
--> @barrier
--> +I {"g":1,"k":"a text beyond seven bytes","v":null}
--> -D {"g":1,"k":"b","v":1}
--> @barrier
--> +I {"g":1,"k":"b","v":2}
SELECT g, JSON_OBJECTAGG(KEY k VALUE v) FROM t GROUP BY g;
-- answer:
--| (1, '{"b":1}')
--| -U (1, '{"b":1}')
--| +U (1, '{"a text beyond seven bytes":null,"b":1}')
--| -U (1, '{"a text beyond seven bytes":null,"b":1}')
--| +U (1, '{"a text beyond seven bytes":null}')
--| -U (1, '{"a text beyond seven bytes":null}')
--| +U (1, '{"a text beyond seven bytes":null,"b":2}')
