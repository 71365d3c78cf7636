package io.slipstream.flink.testing.nexmark;

import java.util.ArrayList;
import java.util.List;

/** Cuts a script into statements at semicolons outside of quotes and comments, and takes the comments out. */
public final class SqlScript {

    private SqlScript() {}

    public static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        int i = 0;
        while (i < script.length()) {
            char c = script.charAt(i);
            int end = i + 1;
            if (script.startsWith("--", i)) {
                i = indexOrEnd(script, "\n", i);
                continue;
            } else if (script.startsWith("/*", i) && !script.startsWith("/*+", i)) {
                i = Math.min(indexOrEnd(script, "*/", i) + 2, script.length());
                continue;
            } else if (c == '\'' || c == '`' || c == '"') {
                // A doubled quote is two literals in a row to us, which copies the same characters.
                end = Math.min(indexOrEnd(script, String.valueOf(c), i + 1) + 1, script.length());
            } else if (c == ';') {
                add(statements, statement);
                i = end;
                continue;
            }
            statement.append(script, i, end);
            i = end;
        }
        add(statements, statement);
        return statements;
    }

    private static void add(List<String> statements, StringBuilder statement) {
        String text = statement.toString().strip();
        if (!text.isEmpty()) {
            statements.add(text);
        }
        statement.setLength(0);
    }

    private static int indexOrEnd(String script, String what, int from) {
        int index = script.indexOf(what, from);
        return index < 0 ? script.length() : index;
    }
}
