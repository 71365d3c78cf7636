-- E45: TIMESTAMP(3) text with 9 fraction digits keeps all 9 in the row of a JSON source.
-- mode: bytes
CREATE TABLE t (a TIMESTAMP(3), b TIMESTAMP(0), c TIMESTAMP_LTZ(3), d TIME(0)) WITH ('connector' = 'case', 'format' = 'json');
--> {"a":"2024-05-06 07:08:09.123456789","b":"2024-05-06 07:08:09.123456789","c":"2024-05-06 07:08:09.123456789Z","d":"07:08:09.123456789"}
CREATE TABLE o (a TIMESTAMP(3), b TIMESTAMP(0), c TIMESTAMP_LTZ(3), d TIME(0), e BOOLEAN, f TIMESTAMP(9), g STRING, h STRING, i STRING) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT a, b, c, d, a = CAST('2024-05-06 07:08:09.123' AS TIMESTAMP(3)), CAST(a AS TIMESTAMP(9)), CAST(a AS STRING), CAST(b AS STRING), CAST(d AS STRING) FROM t;
-- answer:
--| {"a":"2024-05-06 07:08:09.123456789","b":"2024-05-06 07:08:09.123456789","c":"2024-05-06 07:08:09.123456789Z","d":"07:08:09","e":false,"f":"2024-05-06 07:08:09.123456789","g":"2024-05-06 07:08:09.123","h":"2024-05-06 07:08:09","i":"07:08:09"}
