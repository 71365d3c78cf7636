-- A pushed-down watermark over a computed CASE column, as in Nexmark's DDL.
-- mode: kinds
-- parallelism: 1
CREATE TABLE t (
  event_type INT, a ROW<`dateTime` TIMESTAMP(3)>, b ROW<`dateTime` TIMESTAMP(3)>,
  `dateTime` AS CASE WHEN event_type = 0 THEN a.`dateTime` ELSE b.`dateTime` END,
  WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
) WITH ('connector' = 'case', 'format' = 'json');
--> {"event_type":0,"a":{"dateTime":"2026-01-01 00:00:10"}}
--> @watermark
--> {"event_type":1,"b":{"dateTime":"2026-01-01 00:00:20"},"a":null}
--> @watermark
--> {"event_type":0,"a":{"dateTime":"2026-01-01 00:00:15"}}
--> @watermark
CREATE TABLE o (event_type INT, `dateTime` TIMESTAMP(3)) WITH ('connector' = 'case', 'collect-watermarks' = 'true');
INSERT INTO o SELECT event_type, `dateTime` FROM t;
-- answer:
--| (0, 2026-01-01T00:00:10)
--| W 1767225606000
--| (1, 2026-01-01T00:00:20)
--| W 1767225616000
--| (0, 2026-01-01T00:00:15)
--| W 9223372036854775807
