-- J109: control escapes as Jackson writes them; non-ASCII raw, but beyond the basic plane as two escapes. Keys as well.
-- mode: bytes
CREATE TABLE t (s STRING, `k"e\y` INT, `ä` INT) WITH ('connector' = 'case', 'format' = 'json');
--> {"s":"\u0000\u0001\b\t\n\u000b\f\r\u001f\u007f\u0080"}
--> {"s":"\"quoted\" back\\slash /slash <html> & 'single'"}
--> {"s":"äöü ß 漢字 \u2028\u2029 \ufeff \uffff","ä":1}
--> {"s":"😀 \ud83d\ude00 𐀀 \udbff\udfff"}
--> {"s":""}
--> {"s":"a long text without anything to escape, which a writer may copy in one piece, and then one \" more","k\"e\\y":2}
CREATE TABLE o (s STRING, `k"e\y` INT, `ä` INT) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT s, `k"e\y`, `ä` FROM t;
-- answer:
--| {"s":"\u0000\u0001\b\t\n\u000B\f\r\u001F","k\"e\\y":null,"ä":null}
--| {"s":"\"quoted\" back\\slash /slash <html> & 'single'","k\"e\\y":null,"ä":null}
--| {"s":"äöü ß 漢字    ﻿ ￿","k\"e\\y":null,"ä":1}
--| {"s":"\uD83D\uDE00 \uD83D\uDE00 \uD800\uDC00 \uDBFF\uDFFF","k\"e\\y":null,"ä":null}
--| {"s":"","k\"e\\y":null,"ä":null}
--| {"s":"a long text without anything to escape, which a writer may copy in one piece, and then one \" more","k\"e\\y":2,"ä":null}
