-- A key of a map that is NULL has no JSON.
-- mode: fails
-- require: accelerated
CREATE TABLE t (k STRING, i INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":"a","i":1}
--> {"k":null,"i":0}
SELECT i, JSON_OBJECT('i' VALUE i, 'm' VALUE m) FROM (SELECT i, LAST_VALUE(MAP['x', 1, k, i]) AS m FROM t GROUP BY i);
-- answer:
--| java.lang.IllegalArgumentException: Key at index 1 was null. This is not supported during conversion to JSON.
