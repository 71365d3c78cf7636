-- J107: a map read from JSON is written in the order of Java's HashMap over StringData, also with many keys.
-- mode: bytes
CREATE TABLE t (m MAP<STRING, INT>, n MAP<STRING, ARRAY<MAP<STRING, STRING>>>) WITH ('connector' = 'case', 'format' = 'json');
--> {"m":{"a":1,"b":2,"c":3,"d":4,"e":5}}
--> {"m":{"e":5,"d":4,"c":3,"b":2,"a":1}}
--> {"m":{"one":1,"two":2,"three":3,"four":4,"five":5,"six":6,"seven":7,"eight":8,"nine":9,"ten":10,"eleven":11,"twelve":12,"thirteen":13,"fourteen":14}}
--> {"m":{"":0," ":1,"ä":2,"😀":3,"long key number one":4,"long key number two":5},"n":{"x":[{"p":"q","r":"s"},{}],"y":null,"z":[]}}
CREATE TABLE o (m MAP<STRING, INT>, n MAP<STRING, ARRAY<MAP<STRING, STRING>>>) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT * FROM t;
-- answer:
--| {"m":{"a":1,"d":4,"e":5,"c":3,"b":2},"n":null}
--| {"m":{"a":1,"e":5,"d":4,"c":3,"b":2},"n":null}
--| {"m":{"ten":10,"eleven":11,"twelve":12,"thirteen":13,"eight":8,"four":4,"five":5,"seven":7,"two":2,"nine":9,"six":6,"fourteen":14,"one":1,"three":3},"n":null}
--| {"m":{"ä":2,"long key number one":4,"":0,"\uD83D\uDE00":3," ":1,"long key number two":5},"n":{"x":[{"r":"s","p":"q"},{}],"z":[],"y":null}}
