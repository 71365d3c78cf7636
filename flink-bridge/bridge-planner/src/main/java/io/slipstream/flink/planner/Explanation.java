package io.slipstream.flink.planner;

import java.util.List;
import javax.annotation.Nullable;

/** Adds our section to what stock EXPLAIN prints. */
final class Explanation {

    /** Stays last: tools read the JSON that follows it to the end. */
    private static final String JSON_TITLE = "== Physical Execution Plan ==";

    private Explanation() {}

    /**
     * @param report null: the flag is off
     * @param warnings a line each, behind the report
     */
    static String with(String stock, @Nullable PlanReport report, List<String> warnings) {
        if (report == null && warnings.isEmpty()) {
            return stock;
        }
        StringBuilder section = new StringBuilder(report == null ? PlanReport.sectionOfOff() : report.section());
        warnings.forEach(warning -> section.append("warning: ").append(warning).append(System.lineSeparator()));
        int json = stock.lastIndexOf(JSON_TITLE);
        if (json >= 0) {
            return stock.substring(0, json) + section + System.lineSeparator() + stock.substring(json);
        }
        String gap = stock.endsWith("\n") ? System.lineSeparator() : System.lineSeparator() + System.lineSeparator();
        return stock + gap + section;
    }
}
