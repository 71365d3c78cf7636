package io.slipstream.flink.testing.nexmark;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;

/** Whether a job runs accelerated, seen from the job itself, and what EXPLAIN says of it. */
public final class Acceleration {

    private static final String SECTION = "== Slipstream ==";
    private static final String BRIDGE = "io.slipstream.flink.";
    private static final String TESTS = "io.slipstream.flink.testing.";

    /** `[id] Kind(description): verdict: reason`. */
    private static final Pattern NODE = 
            Pattern.compile("^\\[(\\d+)\\] (\\w+).*?: (?:not accelerated: (.*)|((?:decoded|encoded) by Flink.*))$");

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

    /**
     * What EXPLAIN's own section says beside "accelerated" and "supported": each node that is not, and each end whose records Flink decodes or encodes, with
     * the reason.
     */
    public static List<String> explainedReasons(String explanation) {
        int start = explanation.indexOf(SECTION);
        if (start < 0) {
            return List.of("EXPLAIN has no section '" + SECTION + "': the planner hook is not active");
        }
        String section = explanation.substring(start + SECTION.length());
        int next = section.indexOf("\n== ");
        return Stream.of((next < 0 ? section : section.substring(0, next)).split("\n"))
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.equals("not accelerated") && !line.startsWith("accelerated ("))
                .filter(line -> !line.endsWith(": accelerated") && !line.endsWith(": supported"))
                .map(Acceleration::withoutDescription)
                .toList();
    }

    private static String withoutDescription(String line) {
        Matcher node = NODE.matcher(line);
        if (!node.matches()) {
            return line;
        }
        return node.group(2) + "[" + node.group(1) + "]: " + (node.group(3) == null ? node.group(4) : node.group(3));
    }

    /** Thrown instead of handing a job over that was to be accelerated and is not. */
    public static final class NotAcceleratedException extends RuntimeException {
        public NotAcceleratedException() {
            super("the plan is not accelerated");
        }
    }
}
