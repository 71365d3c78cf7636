-- Values and keys of many kilobytes in the state.
-- mode: kinds
-- key: 2
CREATE TABLE t (g STRING, s STRING) WITH ('connector' = 'case', 'format' = 'json');
--> @pad 70000 {"g":"#","s":"#"}
--> @pad 70001 {"g":"#","s":"#"}
--> @pad 70000 {"g":"#","s":"#"}
SELECT SUBSTRING(g, 1, 3), CHAR_LENGTH(g), COUNT(*), CHAR_LENGTH(MAX(s)), CHAR_LENGTH(LISTAGG(s)), CHAR_LENGTH(FIRST_VALUE(s)) FROM t GROUP BY g;
-- answer:
--| ('xxx', 70000, 1, 70000, 70000, 70000)
--| ('xxx', 70001, 1, 70001, 70001, 70001)
--| -U ('xxx', 70000, 1, 70000, 70000, 70000)
--| +U ('xxx', 70000, 2, 70000, 140001, 70000)
