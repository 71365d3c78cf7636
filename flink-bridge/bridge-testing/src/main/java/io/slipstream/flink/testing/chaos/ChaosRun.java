package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.Topics;
import io.slipstream.flink.testing.nexmark.Acceleration;
import io.slipstream.flink.testing.nexmark.Cluster;
import io.slipstream.flink.testing.nexmark.CorpusLoader;
import io.slipstream.flink.testing.nexmark.Events;
import io.slipstream.flink.testing.nexmark.FailureText;
import io.slipstream.flink.testing.nexmark.NexmarkSpec;
import io.slipstream.flink.testing.nexmark.PlannedQuery;
import io.slipstream.flink.testing.nexmark.Query;
import io.slipstream.flink.testing.nexmark.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;

/** One job under kills, compared with an undisturbed stock Flink on the same events. */
final class ChaosRun {

    private static final String REFERENCE_TOPIC = "reference";
    private static final String CHAOS_TOPIC = "chaos";
    /** Several checkpoints: a row that is committed twice shows up by then. */
    private static final long SETTLE_MS = 5000;

    private final ChaosSpec spec;
    private final NexmarkSpec nexmark;
    private final Topics topics;
    private final Cluster cluster;
    private final List<String> source;
    private final Events events;

    ChaosRun(ChaosSpec spec, Topics topics, Cluster cluster, List<String> source, Events events) {
        this.spec = spec;
        this.nexmark = spec.nexmark();
        this.topics = topics;
        this.cluster = cluster;
        this.source = source;
        this.events = events;
    }

    ChaosResult run(Query query) throws Exception {
        CommittedOutput expected = reference(query);
        topics.create(CHAOS_TOPIC, nexmark.partitions());
        Tables options = new Tables(nexmark, CHAOS_TOPIC, "chaos", Tables.Mode.UNBOUNDED);
        PlannedQuery planned = new PlannedQuery(cluster, nexmark, source, query, options, true, job -> {
            if (!Acceleration.isAccelerated(job)) {
                throw new Acceleration.NotAcceleratedException();
            }
        });
        Tables.Sink sink = options.sinks().get(0);
        topics.create(sink.topic(), nexmark.partitions());
        JobClient job = planned.inserts().execute().getJobClient().orElseThrow();
        List<String> failures = new ArrayList<>();
        JobWatch watch = new JobWatch(cluster, job);
        Killer killer = new Killer(spec, cluster, watch, events);
        try (watch;
                CommittedRows rows = new CommittedRows(nexmark.bootstrapServers(), sink.topic())) {
            AtomicInteger kills = new AtomicInteger();
            CompletableFuture<Void> loading = CompletableFuture.runAsync(() -> loadSlowly(kills));
            killer.run(kills::set);
            loading.get();
            awaitRows(rows, expected.digest().records(), watch);
        } finally {
            cancel(job, failures);
        }
        failures.addAll(watch.failures());
        CommittedOutput found = CommittedOutput.read(nexmark.bootstrapServers(), sink, spec.bidTotals());
        List<String> leftovers = Leftovers.await(List.of(Path.of(spec.laneDirectory()), Path.of(spec.sidecarDirectory())));
        return new ChaosResult(
                query.name(),
                killer.counts(),
                watch.restarts(),
                watch.checkpoints().completed(),
                watch.checkpoints().restored(),
                found.isAsGoodAs(expected, sink.keyed(), spec.bidTotals()),
                sink.keyed(),
                expected.digest(),
                found.digest(),
                Stream.concat(expected.sequenceFaults().stream().map("stock Flink: "::concat), found.sequenceFaults().stream()).toList(),
                leftovers,
                List.copyOf(watch.causes()),
                failures);
    }

    /** Stock Flink's output for the same events. */
    private CommittedOutput reference(Query query) throws Exception {
        CorpusLoader.load(topics, REFERENCE_TOPIC, nexmark.seed(), nexmark.events(), nexmark.partitions(), 0, done ->
                events.progress("loading events for the reference", done, nexmark.events()));
        events.status("stock Flink, undisturbed");
        Tables options = new Tables(nexmark, REFERENCE_TOPIC, "reference", Tables.Mode.BOUNDED);
        PlannedQuery planned = new PlannedQuery(cluster, nexmark, source, query, options, false, job -> {});
        Tables.Sink sink = options.sinks().get(0);
        topics.create(sink.topic(), nexmark.partitions());
        planned.inserts().execute().await();
        return CommittedOutput.read(nexmark.bootstrapServers(), sink, spec.bidTotals());
    }

    /** Each kill finds a part of the events still to come, however long the restarts before it took. */
    private void loadSlowly(AtomicInteger kills) {
        CorpusLoader.Pace rate = CorpusLoader.Pace.of(spec.eventsPerSecond());
        CorpusLoader.Pace pace = event -> {
            rate.await(event);
            while (event > nexmark.events() * (kills.get() + 1) / (spec.kills() + 1)) {
                Thread.sleep(20);
            }
        };
        try {
            CorpusLoader.write(topics, CHAOS_TOPIC, nexmark.seed(), nexmark.events(), nexmark.partitions(), pace, done -> {});
        } catch (Exception e) {
            throw new IllegalStateException("the input could not be written", e);
        }
    }

    private void awaitRows(CommittedRows rows, long expected, JobWatch watch) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(spec.timeoutSeconds());
        long count = 0;
        while (count < expected && System.nanoTime() < deadlineNs && !watch.status().isGloballyTerminalState()) {
            count = rows.follow(500);
            events.progress("waiting for committed rows", count, expected);
        }
        rows.follow(SETTLE_MS);
    }

    private static void cancel(JobClient job, List<String> failures) throws InterruptedException {
        try {
            job.cancel().get();
            // Resolves when the job is gone; a cancelled job has no result, which is what we want.
            job.getJobExecutionResult().handle((result, error) -> null).get();
        } catch (java.util.concurrent.ExecutionException e) {
            failures.add(FailureText.of(e));
        }
    }
}
