package io.slipstream.flink.testing.nexmark;

import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;

/** Whether a job runs accelerated, seen from the job itself, and what EXPLAIN says of it. */
public final class Acceleration {

    private static final String SECTION = "== Slipstream ==";
    private static final String BRIDGE = "io.slipstream.flink.";
    private static final String TESTS = "io.slipstream.flink.testing.";

    private Acceleration() {}

    /** A job is accelerated when operators of the bridge are in it. */
    public static boolean isAccelerated(StreamGraph job) {
        return job.getStreamNodes().stream().anyMatch(Acceleration::isBridgeOperator);
    }

    private static boolean isBridgeOperator(StreamNode node) {
        if (node.getOperatorFactory() == null) {
            return false;
        }
        String factory = node.getOperatorFactory().getClass().getName();
        return factory.startsWith(BRIDGE) && !factory.startsWith(TESTS);
    }

    /** The lines of EXPLAIN's own section; one line that says so when there is none. */
    public static List<String> explainedLines(String explanation) {
        int start = explanation.indexOf(SECTION);
        if (start < 0) {
            return List.of("EXPLAIN has no section '" + SECTION + "': the planner hook is not active");
        }
        String section = explanation.substring(start + SECTION.length());
        int next = section.indexOf("\n== ");
        return Stream.of((next < 0 ? section : section.substring(0, next)).split("\n"))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Thrown instead of handing a job over that was to be accelerated and is not. */
    public static final class NotAcceleratedException extends RuntimeException {
        public NotAcceleratedException() {
            super("the plan is not accelerated");
        }
    }
}
