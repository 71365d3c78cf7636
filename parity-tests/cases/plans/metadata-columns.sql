-- Metadata columns: topic, partition, offset and timestamp, in an order of their own.
-- mode: kinds
CREATE TABLE t (
  o BIGINT METADATA FROM 'offset', s STRING, p INT METADATA FROM 'partition' VIRTUAL, `timestamp` TIMESTAMP_LTZ(3) METADATA, n INT, topic STRING METADATA,
  late AS `timestamp` > TO_TIMESTAMP_LTZ(1767225601000, 3)
) WITH ('connector' = 'case', 'format' = 'json');
--> {"n":1,"s":"a"}
--> {"n":2,"s":"b"}
--> [{"n":3,"s":"c"},{"n":4,"s":"d"}]
SELECT * FROM t;
-- answer:
--| (0, 'a', 0, 2026-01-01T00:00Z, 1, 't', false)
--| (1, 'b', 0, 2026-01-01T00:00:01Z, 2, 't', false)
--| (2, 'c', 0, 2026-01-01T00:00:02Z, 3, 't', true)
--| (2, 'd', 0, 2026-01-01T00:00:02Z, 4, 't', true)

SELECT n, o + 1, late FROM t WHERE o > 0;
-- answer:
--| (2, 2, false)
--| (3, 3, true)
--| (4, 3, true)
