-- G77: a changelog into several subtasks of a sink without a key is rejected.
-- mode: fails
-- parallelism: 1
CREATE TABLE t (k INT, v INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"k":1,"v":1}
CREATE TABLE o (k INT, s INT) WITH ('connector' = 'case', 'sink.parallelism' = '3');
INSERT INTO o SELECT k, SUM(v) FROM t GROUP BY k;
-- answer:
--| org.apache.flink.table.api.TableException: The sink for table 'default_catalog.default_database.o' has a configured parallelism of 3, while the input parallelism is -1. Since the configured parallelism is different from the input's parallelism and the changelog mode is not insert-only, a primary key is required but could not be found.
