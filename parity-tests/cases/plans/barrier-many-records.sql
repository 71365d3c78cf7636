-- K146: with many batches around the barrier.
-- mode: kinds
CREATE TABLE t (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> @times 1000 {"n":#,"s":"before #"}
--> @barrier
--> @times 1000 {"n":#,"s":"after #"}
CREATE TABLE o (n INT, s STRING) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT n + 1, UPPER(s) FROM t WHERE MOD(n, 2) = 0;
