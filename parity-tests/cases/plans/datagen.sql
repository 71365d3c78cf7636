-- A source that the bridge does not know.
-- mode: kinds
-- parallelism: 1
CREATE TABLE g (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '5', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '5');
SELECT n * 2 FROM g WHERE n <> 3;
-- answer:
--| (2)
--| (4)
--| (8)
--| (10)
