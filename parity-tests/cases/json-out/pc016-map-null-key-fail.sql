-- J112, PC-016: by default a null key fails the job.
-- mode: fails
-- divergence: json-sink.md
CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"k","v":null}
--> {"k":null,"v":4}
CREATE TABLE o (m MAP<STRING, INT>) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT MAP[k, v] FROM t;
-- answer:
--| java.lang.RuntimeException: Could not serialize row '+I(org.apache.flink.table.data.binary.BinaryMapData@…)'.
--| java.lang.RuntimeException: Fail to serialize at field: m.
--| java.lang.RuntimeException: JSON format doesn't support to serialize map data with null keys. You can drop null key entries or encode null in literals by specifying map-null-key.mode option.
