package io.slipstream.flink.planner;

import javax.annotation.Nullable;

/** Adds our section to what stock EXPLAIN prints. */
final class Explanation {

    /** Stays last: tools read the JSON that follows it to the end. */
    private static final String JSON_TITLE = "== Physical Execution Plan ==";

    private Explanation() {}

    static String with(String stock, @Nullable PlanReport report) {
        if (report == null) {
            return stock;
        }
        int json = stock.lastIndexOf(JSON_TITLE);
        if (json >= 0) {
            return stock.substring(0, json) + report.section() + System.lineSeparator() + stock.substring(json);
        }
        String gap = stock.endsWith("\n") ? System.lineSeparator() : System.lineSeparator() + System.lineSeparator();
        return stock + gap + report.section();
    }
}
