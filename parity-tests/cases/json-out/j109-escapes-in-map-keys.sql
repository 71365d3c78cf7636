-- J109: keys of a map are escaped as values are.
-- mode: bytes
CREATE TABLE t (m MAP<STRING, STRING>) WITH ('connector' = 'case', 'format' = 'json');
--> {"m":{"\u0000\b\t\n\f\r\u001f\u007f":"\u0000"}}
--> {"m":{"\"q\" \\ / <>&'":"\"q\" \\ / <>&'"}}
--> {"m":{"😀 ä \u2028":"😀 ä \u2028"}}
CREATE TABLE o (m MAP<STRING, STRING>) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT m FROM t;
-- answer:
--| {"m":{"\u0000\b\t\n\f\r\u001F":"\u0000"}}
--| {"m":{"\"q\" \\ / <>&'":"\"q\" \\ / <>&'"}}
--| {"m":{"\uD83D\uDE00 ä  ":"\uD83D\uDE00 ä  "}}
