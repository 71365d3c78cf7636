package io.slipstream.flink.testing.nexmark;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;

/**
 * What the command line asks for, as JSON from {@code nexmark/cli.ts}.
 *
 * @param queries files of SQL; the name of a query is the file's without {@code .sql}
 * @param sourceFile the script that declares the tables that all queries read
 * @param events input events
 * @param partitions of the input and output topics
 * @param engines {@code flink}, {@code slipstream}, in the order of each round
 * @param warmUps runs of each engine that are not counted
 * @param runs measured runs of each engine, alternating
 * @param sink {@code kafka} or {@code blackhole}
 * @param settings table and cluster configuration for both engines
 * @param slipstreamSettings table configuration for the accelerated engine only, {@code slipstream.enabled} included
 * @param workDirectory for checkpoints; removed by the caller
 * @param latencySeconds of each engine's latency measurement; 0: none, throughput runs instead
 * @param latencyEventsPerSecond the load of it
 */
@JsonIgnoreProperties(ignoreUnknown = false)
public record NexmarkSpec(
        String bootstrapServers,
        List<String> queries,
        String sourceFile,
        long seed,
        long events,
        int partitions,
        int parallelism,
        List<String> engines,
        int warmUps,
        int runs,
        String sink,
        boolean profile,
        Map<String, String> settings,
        Map<String, String> slipstreamSettings,
        String workDirectory,
        int latencySeconds,
        int latencyEventsPerSecond) {}
