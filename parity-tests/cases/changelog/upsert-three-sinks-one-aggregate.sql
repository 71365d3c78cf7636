-- Three upsert sinks share an aggregate: prefix, other keys, another parallelism.
-- mode: bytes
-- parallelism: 1
-- key: 1
CREATE TABLE t (id INT, z STRING, n INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
--> @key {"id":1} @value {"id":1,"z":"a","n":1}
--> @key {"id":1} @value {"id":1,"z":"b","n":2}
--> @key {"id":2} @value {"id":2,"z":"b","n":2}
--> @key {"id":1} @tombstone
--> @key {"id":2} @value {"id":2,"z":"a","n":null}
CREATE TABLE o1 (z STRING, c BIGINT, s INT, PRIMARY KEY (z) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json', 'key.fields-prefix' = '');
CREATE TABLE o2 (p_s INT, z STRING, c BIGINT, PRIMARY KEY (p_s) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json', 'key.fields-prefix' = 'p_', 'value.fields-include' = 'EXCEPT_KEY', 'sink.parallelism' = '2');
CREATE TABLE o3 (c BIGINT, n BIGINT, PRIMARY KEY (c) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
CREATE TEMPORARY VIEW a AS SELECT z, COUNT(*) c, COALESCE(SUM(n), -1) s FROM t GROUP BY z;
INSERT INTO o1 SELECT z, c, s FROM a;
-- answer:
--| @key {"z":"a"} @value {"z":"a","c":1,"s":1}
--| @key {"z":"a"} @value @tombstone
--| @key {"z":"b"} @value {"z":"b","c":1,"s":2}
--| @key {"z":"b"} @value {"z":"b","c":2,"s":4}
--| @key {"z":"b"} @value {"z":"b","c":1,"s":2}
--| @key {"z":"b"} @value @tombstone
--| @key {"z":"a"} @value {"z":"a","c":1,"s":-1}
INSERT INTO o2 SELECT s, z, c FROM a;
-- answer:
--| @key {"s":1} @value {"z":"a","c":1}
--| @key {"s":1} @value @tombstone
--| @key {"s":2} @value {"z":"b","c":1}
--| @key {"s":2} @value @tombstone
--| @key {"s":4} @value {"z":"b","c":2}
--| @key {"s":4} @value @tombstone
--| @key {"s":2} @value {"z":"b","c":1}
--| @key {"s":2} @value @tombstone
--| @key {"s":-1} @value {"z":"a","c":1}
INSERT INTO o3 SELECT c, COUNT(*) FROM a GROUP BY c;
-- answer:
--| @key {"c":1} @value {"c":1,"n":1}
--| @key {"c":1} @value @tombstone
--| @key {"c":1} @value {"c":1,"n":1}
--| @key {"c":1} @value @tombstone
--| @key {"c":2} @value {"c":2,"n":1}
--| @key {"c":2} @value @tombstone
--| @key {"c":1} @value {"c":1,"n":1}
--| @key {"c":1} @value @tombstone
--| @key {"c":1} @value {"c":1,"n":1}
