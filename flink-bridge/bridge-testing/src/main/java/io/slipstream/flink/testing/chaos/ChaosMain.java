package io.slipstream.flink.testing.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipstream.flink.testing.kafka.Topics;
import io.slipstream.flink.testing.nexmark.Cluster;
import io.slipstream.flink.testing.nexmark.Events;
import io.slipstream.flink.testing.nexmark.FailureText;
import io.slipstream.flink.testing.nexmark.NexmarkSpec;
import io.slipstream.flink.testing.nexmark.ParentWatch;
import io.slipstream.flink.testing.nexmark.Query;
import io.slipstream.flink.testing.nexmark.SqlScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a {@link ChaosRun}. Argument: the file of a {@link ChaosSpec}; the result goes to standard output as {@link Events}. */
public final class ChaosMain {

    /** Of a TaskManager: there are as many of them as subtasks, and the one that is killed takes a part of the job with it. */
    private static final int SLOTS = 1;

    private ChaosMain() {}

    /** Exit code 0 when there is a result, good or bad. */
    public static void main(String[] arguments) {
        Events events = Events.onStandardOutput();
        ParentWatch.start();
        int exitCode = 0;
        try {
            ChaosSpec spec = new ObjectMapper().readValue(Path.of(arguments[0]).toFile(), ChaosSpec.class);
            NexmarkSpec nexmark = spec.nexmark();
            List<String> source = SqlScript.statements(Files.readString(Path.of(nexmark.sourceFile())));
            Query query = Query.read(Path.of(nexmark.queries().get(0)));
            try (Topics topics = new Topics(nexmark.bootstrapServers());
                    Cluster cluster = new Cluster(nexmark.parallelism(), SLOTS, nexmark.settings())) {
                events.send("chaos", new ChaosRun(spec, topics, cluster, source, events).run(query));
            }
            events.send("done", Map.of());
        } catch (Throwable e) {
            e.printStackTrace();
            events.send("error", Map.of("text", FailureText.of(e)));
            exitCode = 1;
        }
        Runtime.getRuntime().exit(exitCode);
    }
}
