-- PC-034: a row that the filter drops is not projected.
-- mode: kinds
CREATE TABLE t (i INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"i":3,"s":"3"}
--> {"i":0,"s":"x"}
SELECT CAST(s AS INT), 60 / i FROM t WHERE s <> 'x';
-- answer:
--| (3, 20)
