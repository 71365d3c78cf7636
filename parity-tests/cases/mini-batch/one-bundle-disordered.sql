-- One bundle: retractions before their rows, -0.0 and NaN.
-- mode: kinds
-- parallelism: 1
-- key: 1
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 100000
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
-- set: table.optimizer.distinct-agg.split.enabled = false
CREATE TABLE a (g STRING, v INT, s STRING, d DOUBLE) WITH ('connector' = 'case', 'format' = 'json', 'changelog' = 'I,UB,UA,D');
--> -D {"g":"x","v":1,"s":"a","d":"NaN"}
--> +I {"g":"x","v":1,"s":"a","d":"NaN"}
--> +I {"g":"x","v":2,"s":null,"d":-0.0}
--> -U {"g":"x","v":2,"s":null,"d":-0.0}
--> +U {"g":null,"v":2,"s":null,"d":0.0}
--> -D {"g":"q","v":2,"s":"z","d":0.0}
--> -D {"g":"q","v":3,"s":"z","d":0.5}
--> +I {"g":"q","v":3,"s":"z","d":0.5}
CREATE TABLE b (g STRING, v INT, s STRING, d DOUBLE) WITH ('connector' = 'case', 'format' = 'json');
--> {"g":"x","v":5,"s":"bb","d":1.5}
--> {"g":"x","v":5,"s":"","d":-1.5}
--> {"g":"","v":null,"s":"bb","d":null}
--> {"g":"q","v":7,"s":"bb","d":1e308}
--> {"g":"q","v":7,"s":"bb","d":1e308}
SELECT g, COUNT(*), SUM(v), MIN(v), MAX(v), COUNT(DISTINCT s), AVG(v) FROM a GROUP BY g;
-- answer:
--| (NULL, 1, 2, 2, 2, 0, 2)
--| ('q', -1, -2, NULL, NULL, 0, 2)
SELECT g, COUNT(DISTINCT v), COUNT(DISTINCT s), SUM(DISTINCT v), COUNT(*) FILTER (WHERE s = 'bb') FROM b GROUP BY g;
-- answer:
--| ('x', 1, 2, 5, 1)
--| ('', 0, 1, NULL, 1)
--| ('q', 1, 1, 7, 2)
SELECT c, COUNT(*), SUM(m) FROM (SELECT g, COUNT(*) c, MAX(v) m FROM b GROUP BY g) GROUP BY c;
-- answer:
--| (2, 2, 12)
--| (1, 1, NULL)
SELECT COUNT(*), MAX(s), SUM(v), COUNT(DISTINCT g) FROM a;
-- answer:
--| (no rows)
SELECT s, MIN(d), MAX(d), COUNT(DISTINCT d), STDDEV_POP(v) FROM b GROUP BY s;
-- answer:
--| ('bb', 1.5, 1.0E308, 2, 1)
--| ('', -1.5, -1.5, 1, 0)
SELECT DISTINCT s FROM a;
-- answer:
--| (NULL)
--| ('z')
SELECT g, s, COUNT(*), GROUPING_ID(g, s) FROM b GROUP BY CUBE(g, s);
-- answer:
--| (NULL, NULL, 5, 3)
--| ('x', NULL, 2, 1)
--| ('x', 'bb', 1, 0)
--| (NULL, 'bb', 4, 2)
--| (NULL, '', 1, 2)
--| ('', 'bb', 1, 0)
--| ('q', NULL, 2, 1)
--| ('x', '', 1, 0)
--| ('', NULL, 1, 1)
--| ('q', 'bb', 2, 0)
