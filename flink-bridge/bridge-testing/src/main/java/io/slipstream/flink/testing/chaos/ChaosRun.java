package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.OutputDigest;
import io.slipstream.flink.testing.kafka.TopicReader;
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
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;

/** One job under kills, compared with an undisturbed stock Flink on the same events. */
final class ChaosRun {

    private static final String REFERENCE_TOPIC = "reference";
    private static final String CHAOS_TOPIC = "chaos";
    private static final int PAUSE_MIN_MS = 1500;
    private static final int PAUSE_MAX_MS = 4000;
    private static final long FULL_DISK_MS = 30_000;
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
        OutputDigest.Summary expected = reference(query);
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
        List<String> causes = new ArrayList<>();
        int restarts;
        try (RestartWatch watch = new RestartWatch(cluster, job);
                CommittedRows rows = new CommittedRows(nexmark.bootstrapServers(), sink.topic())) {
            CompletableFuture<Void> loading = CompletableFuture.runAsync(this::loadSlowly);
            killAll(watch);
            loading.get();
            awaitRows(rows, expected.records(), watch);
            restarts = watch.restarts();
            failures.addAll(watch.failures());
            causes.addAll(watch.causes());
        } finally {
            cancel(job, failures);
        }
        OutputDigest.Summary found = TopicReader.digest(nexmark.bootstrapServers(), sink.topic(), sink.keyed());
        List<String> leftovers = Leftovers.await(List.of(Path.of(spec.laneDirectory()), Path.of(spec.sidecarDirectory())));
        boolean identical = sink.keyed()
                ? expected.tableHash().equals(found.tableHash())
                : expected.records() == found.records() && expected.multisetHash().equals(found.multisetHash());
        return new ChaosResult(query.name(), spec.kills(), restarts, identical, expected, found, leftovers, causes, failures);
    }

    /** Stock Flink's output for the same events. */
    private OutputDigest.Summary reference(Query query) throws Exception {
        CorpusLoader.load(topics, REFERENCE_TOPIC, nexmark.seed(), nexmark.events(), nexmark.partitions(), 0, done ->
                events.progress("loading events for the reference", done, nexmark.events()));
        events.status("stock Flink, undisturbed");
        Tables options = new Tables(nexmark, REFERENCE_TOPIC, "reference", Tables.Mode.BOUNDED);
        PlannedQuery planned = new PlannedQuery(cluster, nexmark, source, query, options, false, job -> {});
        Tables.Sink sink = options.sinks().get(0);
        topics.create(sink.topic(), nexmark.partitions());
        planned.inserts().execute().await();
        return TopicReader.digest(nexmark.bootstrapServers(), sink.topic(), sink.keyed());
    }

    private void loadSlowly() {
        try {
            CorpusLoader.write(topics, CHAOS_TOPIC, nexmark.seed(), nexmark.events(), nexmark.partitions(), spec.eventsPerSecond(), done -> {});
        } catch (Exception e) {
            throw new IllegalStateException("the input could not be written", e);
        }
    }

    private void killAll(RestartWatch watch) throws InterruptedException, IOException {
        Random random = new Random(spec.killSeed());
        for (int kill = 1; kill <= spec.kills(); ) {
            Thread.sleep(random.nextInt(PAUSE_MIN_MS, PAUSE_MAX_MS));
            if (watch.status().isGloballyTerminalState()) {
                throw new IllegalStateException("the job has ended as " + watch.status() + " after " + watch.restarts() + " restarts");
            }
            if (watch.status() == JobStatus.RUNNING && kill(kill, watch)) {
                events.progress("killed the sidecar", kill, spec.kills());
                kill++;
            }
        }
    }

    private boolean kill(int number, RestartWatch watch) throws InterruptedException, IOException {
        boolean worker = spec.target().equals("worker") || (spec.target().equals("both") && number % 2 == 0);
        if (worker) {
            return SidecarProcesses.killWorker(Path.of(spec.chaosDirectory()), number % nexmark.parallelism());
        }
        if (!spec.fullDisk()) {
            return SidecarProcesses.kill() > 0;
        }
        try (FullDisk full = new FullDisk(Path.of(spec.laneDirectory()))) {
            int before = watch.restarts();
            if (SidecarProcesses.kill() == 0) {
                return false;
            }
            long deadlineNs = System.nanoTime() + FULL_DISK_MS * 1_000_000;
            while ((watch.restarts() == before || watch.status() != JobStatus.RUNNING) && System.nanoTime() < deadlineNs) {
                Thread.sleep(100);
            }
            // No lane can be made now: the job goes on with payloads inside the messages.
            Thread.sleep(PAUSE_MIN_MS);
            return true;
        }
    }

    private void awaitRows(CommittedRows rows, long expected, RestartWatch watch) {
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
