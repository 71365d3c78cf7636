package io.slipstream.flink.testing.nexmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipstream.flink.testing.kafka.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nexmark on an embedded Flink: every engine's warm-ups and measured runs of every query in this one JVM, engines alternating.
 *
 * <p>Argument: the file of a {@link NexmarkSpec}. Results go to standard output as {@link Events}.
 */
public final class NexmarkMain {

    private static final String INPUT_TOPIC = "nexmark";

    private final NexmarkSpec spec;
    private final Events events;

    private NexmarkMain(NexmarkSpec spec, Events events) {
        this.spec = spec;
        this.events = events;
    }

    /** Exit code 0 when every run could be reported, whatever its outcome. */
    public static void main(String[] arguments) {
        Events events = Events.onStandardOutput();
        ParentWatch.start();
        int exitCode = 0;
        try {
            NexmarkSpec spec = new ObjectMapper().readValue(Path.of(arguments[0]).toFile(), NexmarkSpec.class);
            new NexmarkMain(spec, events).run();
            events.send("done", Map.of());
        } catch (Throwable e) {
            e.printStackTrace();
            events.send("error", Map.of("text", FailureText.of(e)));
            exitCode = 1;
        }
        Runtime.getRuntime().exit(exitCode);
    }

    private void run() throws Exception {
        List<Query> queries = new ArrayList<>();
        for (String file : spec.queries()) {
            queries.add(Query.read(Path.of(file)));
        }
        List<String> source = SqlScript.statements(Files.readString(Path.of(spec.sourceFile())));
        try (Topics topics = new Topics(spec.bootstrapServers());
                Cluster cluster = new Cluster(spec.parallelism(), spec.settings())) {
            if (spec.latencySeconds() > 0) {
                runLatency(queries, source, topics, cluster);
                return;
            }
            CorpusLoader.load(topics, INPUT_TOPIC, spec.seed(), spec.events(), spec.partitions(), 0, done ->
                    events.progress("loading events", done, spec.events()));
            QueryRunner runner = new QueryRunner(cluster, spec, topics, source, INPUT_TOPIC);
            runAll(queries, runner);
        }
    }

    /**
     * Round by round, every query on every engine: all warm-ups come before the first measured run, so that no query pays for the
     * JVM's compilation of what all of them share, and the machine's drift is spread over all. An engine's further runs of a query
     * are left out when one did not finish.
     */
    private void runAll(List<Query> queries, QueryRunner runner) throws Exception {
        Set<String> stopped = new HashSet<>();
        for (int i = -spec.warmUps(); i < spec.runs(); i++) {
            for (Query query : queries) {
                for (String engine : spec.engines()) {
                    String pair = query.name() + " on " + engine;
                    if (!stopped.contains(pair) && !run(query, engine, i, runner)) {
                        stopped.add(pair);
                    }
                }
            }
        }
    }

    private boolean run(Query query, String engine, int index, QueryRunner runner) throws Exception {
        boolean warmUp = index < 0;
        events.send("run-start", Map.of("query", query.name(), "engine", engine, "warmUp", warmUp, "index", index));
        RunResult result = runner.run(query, engine, warmUp, index);
        events.send("run", result);
        return result.outcome().equals("finished");
    }

    private void runLatency(List<Query> queries, List<String> source, Topics topics, Cluster cluster) throws Exception {
        LatencyRunner runner = new LatencyRunner(cluster, spec, topics, source);
        for (Query query : queries) {
            for (int i = 0; i < spec.runs(); i++) {
                for (String engine : spec.engines()) {
                    events.send("run-start", Map.of("query", query.name(), "engine", engine, "warmUp", false, "index", i));
                    events.send("latency", runner.run(query, engine));
                }
            }
        }
    }
}
