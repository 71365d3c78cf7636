-- The enforcer of lengths does not expect a NULL: Flink 2.2.1 fails.
-- mode: fails
-- divergence: rows.md
-- set: table.exec.sink.type-length-enforcer = TRIM_PAD
CREATE TABLE t (c CHAR(3)) WITH ('connector' = 'case', 'format' = 'json');
--> {"c":"abcdef"}
--> {}
CREATE TABLE o (c CHAR(3)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT c FROM t;
-- answer:
--| java.lang.NullPointerException: Cannot invoke "org.apache.flink.table.data.binary.BinaryStringData.numChars()" because "stringData" is null
