-- Batch mode stays stock Flink.
-- mode: fallback(batch)
-- set: execution.runtime-mode = BATCH
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json', 'bounded' = 'true');
--> {"a":1}
--> {"a":2}
SELECT a + 1 FROM t;
-- answer:
--| (2)
--| (3)
