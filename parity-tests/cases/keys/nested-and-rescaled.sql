-- Keys of rows in rows, of arrays with NULL, of decimals of other scales, of -0.0 and NaN. No answers: the order of the keys is that of the subtasks.
-- mode: kinds
CREATE TABLE t (r ROW<a INT, n ROW<x DECIMAL(20,3), y DOUBLE>>, ar ARRAY<INT>, l TIMESTAMP_LTZ(9), b BYTES, d DECIMAL(30,5), f FLOAT) WITH ('connector' = 'case', 'format' = 'json');
--> {"r": {"a": 1, "n": {"x": 1.5, "y": "NaN"}}, "ar": [1, null], "l": "2026-01-01 00:00:00.123456789Z", "b": "AQI=", "d": 1.1, "f": -0.0}
--> {"r": {"a": 1, "n": {"x": 1.5, "y": 0.0}}, "ar": [1], "l": "2026-01-01 00:00:00.123Z", "b": "AQIA", "d": 1.1, "f": 0.0}
--> {"r": {"a": 1, "n": {"x": 1.5, "y": -0.0}}, "ar": [], "l": "1969-12-31 23:59:59.999999999Z", "b": "", "d": 0, "f": "NaN"}
--> {"r": {"a": null, "n": null}, "ar": null, "l": null, "b": null, "d": -0.0, "f": null}
--> {"r": null, "ar": [null], "l": "1970-01-01 00:00:00Z", "b": "AA==", "d": null, "f": "Infinity"}
--> {"r": null, "ar": [null], "l": "1970-01-01 00:00:00Z", "b": "AA==", "d": null, "f": "Infinity"}
--> {"r": {"a": null, "n": null}, "ar": null, "l": null, "b": null, "d": -0.0, "f": null}
--> {"r": {"a": 1, "n": {"x": 1.5, "y": -0.0}}, "ar": [], "l": "1969-12-31 23:59:59.999999999Z", "b": "", "d": 0, "f": "NaN"}
--> {"r": {"a": 1, "n": {"x": 1.5, "y": 0.0}}, "ar": [1], "l": "2026-01-01 00:00:00.123Z", "b": "AQIA", "d": 1.1, "f": 0.0}
--> {"r": {"a": 1, "n": {"x": 1.5, "y": "NaN"}}, "ar": [1, null], "l": "2026-01-01 00:00:00.123456789Z", "b": "AQI=", "d": 1.1, "f": -0.0}
SELECT r, COUNT(*), COUNT(l), MAX(d), SUM(f) FROM t GROUP BY r;
SELECT r, ar, l, COUNT(*) FROM t GROUP BY r, ar, l;
SELECT r.n.y, r.n.x, COUNT(*) FROM t GROUP BY r.n.y, r.n.x;
SELECT f, d, b, MIN(f), MAX(f), COUNT(DISTINCT d) FROM t GROUP BY f, d, b;
SELECT f + 0, -f, COUNT(*), COUNT(DISTINCT f), COUNT(DISTINCT -f) FROM t GROUP BY f + 0, -f;
SELECT CAST(d AS DECIMAL(10,1)), COUNT(*) FROM t GROUP BY CAST(d AS DECIMAL(10,1));
SELECT FLOOR(CAST(l AS TIMESTAMP(3)) TO SECOND), COUNT(*) FROM t GROUP BY FLOOR(CAST(l AS TIMESTAMP(3)) TO SECOND);
