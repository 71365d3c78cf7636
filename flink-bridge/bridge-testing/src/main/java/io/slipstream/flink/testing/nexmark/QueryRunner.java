package io.slipstream.flink.testing.nexmark;

import io.slipstream.flink.testing.kafka.OutputDigest;
import io.slipstream.flink.testing.kafka.TopicReader;
import io.slipstream.flink.testing.kafka.Topics;
import io.slipstream.flink.testing.measure.CpuClock;
import io.slipstream.flink.testing.measure.MemorySampler;
import io.slipstream.flink.testing.measure.ThreadProfile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.util.ExceptionUtils;

/** Runs a query once on one engine and measures it. */
final class QueryRunner {

    static final String ACCELERATED_ENGINE = "slipstream";
    /** Lets the previous run's threads end before the next one is measured. */
    private static final long SETTLE_MS = 300;

    private final Cluster cluster;
    private final NexmarkSpec spec;
    private final Topics topics;
    private final List<String> source;
    private final String inputTopic;
    /** EXPLAIN's verdict by query: asked once, outside of every measurement. */
    private final Map<String, List<String>> explained = new HashMap<>();

    QueryRunner(Cluster cluster, NexmarkSpec spec, Topics topics, List<String> source, String inputTopic) {
        this.cluster = cluster;
        this.spec = spec;
        this.topics = topics;
        this.source = source;
        this.inputTopic = inputTopic;
    }

    RunResult run(Query query, String engine, boolean warmUp, int index) throws Exception {
        boolean accelerated = engine.equals(ACCELERATED_ENGINE);
        Tables options = new Tables(spec, inputTopic, UUID.randomUUID().toString().substring(0, 8), Tables.Mode.BOUNDED);
        Outcome outcome = new Outcome(query, engine, warmUp, index);
        try {
            if (accelerated && !explained.containsKey(query.name())) {
                explained.put(query.name(), explain(query));
            }
            System.gc();
            Thread.sleep(SETTLE_MS);
            measure(query, accelerated, options, outcome);
            return outcome.finished(explained.getOrDefault(query.name(), List.of()), digests(options));
        } catch (Exception | StackOverflowError e) {
            if (ExceptionUtils.findThrowable(e, Acceleration.NotAcceleratedException.class).isPresent()) {
                return outcome.notRun("fallback", explained.get(query.name()));
            }
            return outcome.notRun("failed", List.of(FailureText.of(e)));
        } finally {
            for (Tables.Sink sink : options.sinks()) {
                topics.delete(sink.topic());
            }
        }
    }

    private List<String> explain(Query query) {
        Tables options = new Tables(spec, inputTopic, "explain", Tables.Mode.BOUNDED);
        return Acceleration.explainedReasons(new PlannedQuery(cluster, spec, source, query, options, true, job -> {}).inserts().explain());
    }

    private void measure(Query query, boolean accelerated, Tables options, Outcome outcome) throws Exception {
        AtomicReference<CpuClock> submitted = new AtomicReference<>();
        try (MemorySampler memory = new MemorySampler();
                ThreadProfile threads = spec.profile() ? new ThreadProfile() : null) {
            CpuClock start = CpuClock.now();
            PlannedQuery planned = new PlannedQuery(cluster, spec, source, query, options, accelerated, job -> {
                if (accelerated && !Acceleration.isAccelerated(job)) {
                    throw new Acceleration.NotAcceleratedException();
                }
                outcome.accelerated = Acceleration.isAccelerated(job);
                submitted.set(CpuClock.now());
            });
            for (Tables.Sink sink : options.sinks()) {
                topics.create(sink.topic(), spec.partitions());
            }
            TableResult result = planned.inserts().execute();
            result.await();
            CpuClock end = CpuClock.now();
            outcome.whole = start.until(end);
            outcome.execution = submitted.get().until(end);
            outcome.jvmBytesMax = memory.jvmBytesMax();
            outcome.sidecarBytesMax = memory.childrenBytesMax();
            outcome.threads = threads == null ? null : threads.seconds();
        }
    }

    private Map<String, OutputDigest.Summary> digests(Tables options) {
        Map<String, OutputDigest.Summary> digests = new LinkedHashMap<>();
        for (Tables.Sink sink : options.sinks()) {
            digests.put(sink.table(), TopicReader.digest(spec.bootstrapServers(), sink.topic(), sink.keyed()));
        }
        return digests;
    }

    /** Collects what is learned while a run goes on. */
    private static final class Outcome {
        private final Query query;
        private final String engine;
        private final boolean warmUp;
        private final int index;
        private boolean accelerated;
        private CpuClock.Interval execution;
        private CpuClock.Interval whole;
        private long jvmBytesMax;
        private long sidecarBytesMax;
        private Map<String, Double> threads;

        Outcome(Query query, String engine, boolean warmUp, int index) {
            this.query = query;
            this.engine = engine;
            this.warmUp = warmUp;
            this.index = index;
        }

        RunResult finished(List<String> reasons, Map<String, OutputDigest.Summary> outputs) {
            return result("finished", reasons, outputs);
        }

        RunResult notRun(String outcome, List<String> reasons) {
            return result(outcome, reasons, Map.of());
        }

        private RunResult result(String outcome, List<String> reasons, Map<String, OutputDigest.Summary> outputs) {
            String comparison = query.comparison().name().toLowerCase();
            return new RunResult(
                    query.name(), engine, warmUp, index, comparison, outcome, accelerated, reasons, execution, whole, jvmBytesMax,
                    sidecarBytesMax, outputs, threads);
        }
    }
}
