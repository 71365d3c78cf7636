-- F55: rowtimes before 1970 floor, they do not truncate; a TIMESTAMP_LTZ rowtime; nanoseconds beyond the milliseconds.
-- mode: bytes
-- parallelism: 1
CREATE TABLE t (rt TIMESTAMP_LTZ(3), n INT, WATERMARK FOR rt AS rt) WITH ('connector' = 'case', 'format' = 'json');
--> {"rt":"1969-12-31 23:59:59.998999Z","n":1}
--> @watermark
--> {"rt":"1969-12-31 23:59:59.999999999Z","n":2}
--> @watermark
--> {"rt":"1970-01-01 00:00:00.000999Z","n":3}
--> @watermark
CREATE TABLE o (n INT, rt TIMESTAMP_LTZ(3)) WITH ('connector' = 'case', 'format' = 'json', 'collect-watermarks' = 'true');
INSERT INTO o SELECT n, rt FROM t;
-- answer:
--| {"n":1,"rt":"1969-12-31 23:59:59.998999Z"}
--| W -2
--| {"n":2,"rt":"1969-12-31 23:59:59.999999999Z"}
--| W -1
--| {"n":3,"rt":"1970-01-01 00:00:00.000999Z"}
--| W 0
--| W 9223372036854775807
