-- A row time in the sink sets the record's timestamp; the plan has Flink's timestamp inserter.
-- mode: bytes
-- include: orders.sql
CREATE TABLE o (id INT, ts TIMESTAMP(3)) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT id, ts FROM orders;
-- answer:
--| {"id":1,"ts":"2026-01-01 00:00:01"}
--| {"id":2,"ts":"2026-01-01 00:00:02.5"}
--| {"id":3,"ts":"2026-01-01 00:00:05"}
--| {"id":4,"ts":"2026-01-01 00:00:03"}
--| {"id":5,"ts":"2026-01-01 00:00:09"}
