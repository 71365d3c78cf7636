package io.slipstream.flink.testing.nexmark;

import java.util.List;

/**
 * Milliseconds from handing an event to the producer to receiving its row from the output topic.
 *
 * @param outcome as in {@link RunResult}
 * @param rows measured; those of the first seconds are left out
 */
record LatencyResult(
        String query, String engine, String outcome, List<String> reasons, int rows, double p50Ms, double p90Ms, double p99Ms, double maxMs) {}
