-- SINGLE_VALUE in two phases: two values in different bundles fail the job when they are merged.
-- mode: fails
-- require: accelerated
-- parallelism: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 1
CREATE TABLE t (g INT, v STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":1,"v":"a"}
--> {"g":2,"v":"b"}
--> {"g":1,"v":"c"}
SELECT g, SINGLE_VALUE(v) FROM t GROUP BY g;
-- answer:
--| SingleValueAggFunction received more than one element
