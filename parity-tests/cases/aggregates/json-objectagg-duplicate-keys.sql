-- JSON_OBJECTAGG fails the job on a key that is there already.
-- mode: fails
CREATE TABLE t (g INT, k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"k":"b","v":1}
--> +I {"g":1,"k":"a","v":2}
--> +I {"g":1,"k":"b","v":3}
--> -D {"g":1,"k":"b","v":1}
--> +I {"g":1,"k":"c \"quoted\"","v":null}
--> +I {"g":1,"k":"1","v":4}
--> +I {"g":1,"k":"","v":5}
SELECT g, JSON_OBJECTAGG(KEY k VALUE v), JSON_OBJECTAGG(KEY k VALUE v ABSENT ON NULL) FROM t GROUP BY g;
-- answer:
--| org.apache.flink.table.api.TableException: Key 'b' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. Please ensure that keys are unique.
