-- G76: the materializer in front of upsert-kafka, beside a sink of the query's own key.
-- mode: bytes
-- note: materialized and encoded in the sidecar
-- parallelism: 1
CREATE TABLE t (id INT, email STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> +I {"id":1,"email":"x@s","v":1}
--> +I {"id":2,"email":"x@s","v":2}
--> -D {"id":2,"email":"x@s","v":2}
--> +I {"id":3,"email":"y@s","v":3}
--> -U {"id":1,"email":"x@s","v":1}
--> +U {"id":1,"email":"y@s","v":4}
--> -D {"id":3,"email":"y@s","v":3}
--> +I {"id":5,"email":"y@s","v":4}
--> -U {"id":1,"email":"y@s","v":4}
--> +U {"id":1,"email":"y@s","v":9}
--> -D {"id":9,"email":"y@s","v":9}
--> -D {"id":1,"email":"y@s","v":9}
--> -D {"id":5,"email":"y@s","v":4}
CREATE TABLE by_email (id INT, email STRING, v INT, PRIMARY KEY (email) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO by_email SELECT id, email, ABS(v) FROM t;
-- answer:
--| @key {"email":"x@s"} @value {"id":1,"email":"x@s","v":1}
--| @key {"email":"x@s"} @value {"id":2,"email":"x@s","v":2}
--| @key {"email":"x@s"} @value {"id":1,"email":"x@s","v":1}
--| @key {"email":"y@s"} @value {"id":3,"email":"y@s","v":3}
--| @key {"email":"x@s"} @value @tombstone
--| @key {"email":"y@s"} @value {"id":1,"email":"y@s","v":4}
--| @key {"email":"y@s"} @value {"id":5,"email":"y@s","v":4}
--| @key {"email":"y@s"} @value {"id":1,"email":"y@s","v":9}
--| @key {"email":"y@s"} @value {"id":5,"email":"y@s","v":4}
--| @key {"email":"y@s"} @value @tombstone

CREATE TABLE by_id (id INT, email STRING, v INT, PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO by_id SELECT id, email, ABS(v) FROM t;
-- answer:
--| @key {"id":1} @value {"id":1,"email":"x@s","v":1}
--| @key {"id":2} @value {"id":2,"email":"x@s","v":2}
--| @key {"id":2} @value @tombstone
--| @key {"id":3} @value {"id":3,"email":"y@s","v":3}
--| @key {"id":1} @value {"id":1,"email":"y@s","v":4}
--| @key {"id":3} @value @tombstone
--| @key {"id":5} @value {"id":5,"email":"y@s","v":4}
--| @key {"id":1} @value {"id":1,"email":"y@s","v":9}
--| @key {"id":9} @value @tombstone
--| @key {"id":1} @value @tombstone
--| @key {"id":5} @value @tombstone

CREATE TABLE prefixed (k_v INT, k_email STRING, id INT, PRIMARY KEY (k_email, k_v) NOT ENFORCED)
WITH ('connector' = 'case', 'upsert' = 'true', 'key.format' = 'json', 'value.format' = 'json', 'key.fields-prefix' = 'k_',
  'value.fields-include' = 'EXCEPT_KEY');
INSERT INTO prefixed SELECT v, UPPER(email), id FROM t;
-- answer:
--| @key {"email":"X@S","v":1} @value {"id":1}
--| @key {"email":"X@S","v":2} @value {"id":2}
--| @key {"email":"X@S","v":2} @value @tombstone
--| @key {"email":"Y@S","v":3} @value {"id":3}
--| @key {"email":"X@S","v":1} @value @tombstone
--| @key {"email":"Y@S","v":4} @value {"id":1}
--| @key {"email":"Y@S","v":3} @value @tombstone
--| @key {"email":"Y@S","v":4} @value {"id":5}
--| @key {"email":"Y@S","v":9} @value {"id":1}
--| @key {"email":"Y@S","v":9} @value @tombstone
--| @key {"email":"Y@S","v":4} @value @tombstone
