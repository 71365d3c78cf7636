-- Keys that are there already: the one that is named is the first of Java's map.
-- mode: fails
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 6
CREATE TABLE t (g INT, k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"g":1,"k":"b","v":1}
--> +I {"g":1,"k":"a","v":1}
--> +I {"g":1,"k":"c","v":1}
--> +I {"g":1,"k":"d","v":1}
--> +I {"g":1,"k":"e","v":1}
--> +I {"g":1,"k":"f","v":1}
--> -D {"g":1,"k":"f","v":1}
--> +I {"g":1,"k":"e","v":2}
--> +I {"g":1,"k":"d","v":2}
--> +I {"g":1,"k":"c","v":2}
--> +I {"g":1,"k":"b","v":2}
--> +I {"g":1,"k":"f","v":2}
SELECT g, COUNT(*), JSON_OBJECTAGG(KEY k VALUE v) FROM t GROUP BY g;
