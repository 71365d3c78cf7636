-- mode: kinds
-- A processing-time column carries nothing: it says how the rows behind it are ordered.
CREATE TABLE t (k STRING, v BIGINT, p AS PROCTIME()) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","v":1}
--> {"k":"b","v":2}
--> {"k":"a","v":3}
--> {"k":"a","v":3}
SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY p ASC) AS n FROM t) WHERE n = 1;
