package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.OutputDigest;
import java.util.List;

/**
 * @param restarts how often the job was seen restarting
 * @param expected what stock Flink writes for the same input
 * @param found what was committed under kills
 * @param leftovers files and processes that should be gone; empty is good
 * @param causes root causes of the restarts, each text once
 * @param failures of the harness itself; empty is good
 */
record ChaosResult(
        String query,
        int kills,
        int restarts,
        boolean identical,
        OutputDigest.Summary expected,
        OutputDigest.Summary found,
        List<String> leftovers,
        List<String> causes,
        List<String> failures) {}
