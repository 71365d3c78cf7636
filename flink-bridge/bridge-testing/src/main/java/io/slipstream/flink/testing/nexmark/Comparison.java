package io.slipstream.flink.testing.nexmark;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How two engines' output of a query is compared; the query says so in a line {@code -- compare: MODE}. */
public enum Comparison {
    /** The messages as a multiset, byte by byte. */
    ROWS,
    /** The last message of each key: how many updates precede it is not fixed when partitions are read in parallel. */
    TABLE,
    /** The keys that are left at the end; the values depend on the order of arrival. Like TABLE on one partition. */
    KEYS,
    /** Nothing: the output depends on the clock. */
    NONE;

    private static final Pattern HEADER = Pattern.compile("^--\\s*compare:\\s*(\\w+)", Pattern.MULTILINE);

    /** Without such a line: TABLE when the sink has a key, ROWS otherwise. */
    static Comparison of(String script) {
        Matcher header = HEADER.matcher(script);
        if (header.find()) {
            return valueOf(header.group(1).toUpperCase(Locale.ROOT));
        }
        return script.contains("PRIMARY KEY") ? TABLE : ROWS;
    }
}
