package io.slipstream.flink.planner;

import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * What became of a plan, as EXPLAIN and the log tell it.
 *
 * @param refusal why the plan as a whole runs on stock Flink (no sidecar, batch mode …); null when the verdicts say it all
 * @param lines one for each node of the plan, inputs first; empty when nobody was asked
 */
record PlanReport(boolean accelerated, @Nullable String refusal, List<NodeLine> lines, int nodeCount, int fragmentCount) {

    private static final String TITLE = "== Slipstream ==";

    /**
     * @param id of the node
     * @param kind e.g. {@code Calc}
     * @param description as EXPLAIN prints it
     * @param verdict for EXPLAIN, e.g. {@code accelerated}, {@code decoded by Flink: …}, {@code not accelerated: …}
     * @param note for the log: the reason; null when there is nothing to say about this node
     */
    record NodeLine(int id, String kind, String description, String verdict, @Nullable String note) {}

    /** What EXPLAIN says where the flag is off and there is something to say all the same. */
    static String sectionOfOff() {
        return TITLE + System.lineSeparator() + "off: 'slipstream.enabled' is not set to true" + System.lineSeparator();
    }

    static PlanReport refused(String refusal) {
        return new PlanReport(false, refusal, List.of(), 0, 0);
    }

    /** The section of EXPLAIN; ends with a line separator. */
    String section() {
        StringBuilder out = new StringBuilder(TITLE).append(System.lineSeparator());
        out.append(headline()).append(System.lineSeparator());
        for (NodeLine line : lines) {
            out.append('[').append(line.id()).append("] ").append(line.description()).append(": ").append(line.verdict());
            out.append(System.lineSeparator());
        }
        return out.toString();
    }

    /** One line for the log. */
    String logLine() {
        String notes =
                lines.stream()
                        .filter(line -> line.note() != null)
                        .map(line -> "[" + line.id() + "] " + line.kind() + ": " + line.note())
                        .collect(Collectors.joining("; "));
        if (accelerated) {
            return "Slipstream: plan accelerated (" + counts() + ")" + (notes.isEmpty() ? "" : "; " + notes);
        }
        return "Slipstream: plan not accelerated: " + (refusal == null ? notes : refusal);
    }

    private String headline() {
        if (accelerated) {
            return "accelerated (" + counts() + ")";
        }
        return refusal == null ? "not accelerated" : "not accelerated: " + refusal;
    }

    private String counts() {
        return plural(nodeCount, "node") + ", " + plural(fragmentCount, "fragment");
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
