package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.OutputDigest;
import java.util.List;
import java.util.Map;

/**
 * @param kills by victim and moment
 * @param restarts how often the job was seen restarting
 * @param checkpoints how many the job has completed
 * @param restores how often it began with one
 * @param identical whether the digests agree, as far as they have to
 * @param keyed whether the last value of a key counts
 * @param expected what stock Flink writes for the same input
 * @param found what was committed under kills
 * @param sequenceFaults committed updates that cannot follow the one before, where that is known; empty is good
 * @param leftovers files and processes that should be gone; empty is good
 * @param causes root causes of the restarts, each text once
 * @param failures of the harness itself; empty is good
 */
record ChaosResult(
        String query,
        Map<String, Integer> kills,
        int restarts,
        long checkpoints,
        long restores,
        boolean identical,
        boolean keyed,
        OutputDigest.Summary expected,
        OutputDigest.Summary found,
        List<String> sequenceFaults,
        List<String> leftovers,
        List<String> causes,
        List<String> failures) {}
