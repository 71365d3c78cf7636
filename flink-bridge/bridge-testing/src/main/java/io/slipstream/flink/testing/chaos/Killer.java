package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.nexmark.Cluster;
import io.slipstream.flink.testing.nexmark.Events;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.apache.flink.api.common.JobStatus;

/** Kills at random; the same seed gives the same victims and pauses. */
final class Killer {

    private static final int PAUSE_MAX_MS = 2000;
    /** Between what was waited for and the kill. */
    private static final int DELAY_MAX_MS = 60;
    /** A moment that does not come any more is left out. */
    private static final long PATIENCE_MS = 20_000;
    private static final long POLL_MS = 5;
    private static final long FULL_DISK_MS = 30_000;
    private static final long FULL_DISK_HELD_MS = 1500;

    private final ChaosSpec spec;
    private final Cluster cluster;
    private final JobWatch job;
    private final Events events;
    private final Random random;
    private final Map<String, Integer> counts = new TreeMap<>();

    Killer(ChaosSpec spec, Cluster cluster, JobWatch job, Events events) {
        this.spec = spec;
        this.cluster = cluster;
        this.job = job;
        this.events = events;
        this.random = new Random(spec.killSeed());
    }

    /** Kills by victim and moment, for example {@code process, any}. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** Runs to the last kill; {@code progress} gets the number of kills so far. */
    void run(IntConsumer progress) throws Exception {
        List<Victim> round = new ArrayList<>();
        for (int kills = 0; kills < spec.kills(); ) {
            if (round.isEmpty()) {
                round.addAll(spec.victims());
                Collections.shuffle(round, random);
            }
            Moment moment = kills == 0 ? Moment.ANY : moment();
            await(moment);
            if (job.status().isGloballyTerminalState()) {
                throw new IllegalStateException("the job has ended as " + job.status() + " after " + job.restarts() + " restarts");
            }
            if (!kill(round.get(0))) {
                continue;
            }
            String what = round.remove(0).name().replace('_', ' ').toLowerCase(Locale.ROOT);
            counts.merge(what + ", " + moment.name().toLowerCase(Locale.ROOT), 1, Integer::sum);
            kills++;
            events.progress("killed (" + what + ")", kills, spec.kills());
            progress.accept(kills);
        }
    }

    private Moment moment() {
        return switch (random.nextInt(4)) {
            case 0 -> Moment.RESTORE;
            case 1 -> Moment.CHECKPOINT;
            default -> Moment.ANY;
        };
    }

    private void await(Moment moment) throws InterruptedException {
        int pauseMs = random.nextInt(PAUSE_MAX_MS);
        int delayMs = random.nextInt(DELAY_MAX_MS);
        switch (moment) {
            case RESTORE -> {
                await(job::isRestoring);
                Thread.sleep(delayMs);
            }
            case CHECKPOINT -> {
                awaitCheckpoint();
                Thread.sleep(pauseMs);
                await(job::isCheckpointing);
                Thread.sleep(delayMs);
            }
            default -> {
                awaitCheckpoint();
                Thread.sleep(pauseMs);
            }
        }
    }

    /** One since the last restart: the next restart has something new to begin with. */
    private void awaitCheckpoint() throws InterruptedException {
        await(() -> job.status() == JobStatus.RUNNING && !job.isRestoring());
        long before = job.checkpoints().completed();
        await(() -> job.checkpoints().completed() > before);
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        while (!condition.getAsBoolean() && !job.status().isGloballyTerminalState() && System.nanoTime() < deadlineNs) {
            Thread.sleep(POLL_MS);
        }
    }

    /** False: there was nothing to kill. */
    private boolean kill(Victim victim) throws Exception {
        return switch (victim) {
            case WORKER -> SidecarProcesses.killWorker(Path.of(spec.chaosDirectory()), random.nextInt(spec.nexmark().parallelism()));
            case TASK_MANAGER -> {
                cluster.replaceTaskManager(random.nextInt(cluster.taskManagerCount()));
                yield true;
            }
            case PROCESS -> spec.fullDisk() ? killOnFullDisk() : SidecarProcesses.kill() > 0;
        };
    }

    private boolean killOnFullDisk() throws InterruptedException, IOException {
        try (FullDisk full = new FullDisk(Path.of(spec.laneDirectory()))) {
            int before = job.restarts();
            if (SidecarProcesses.kill() == 0) {
                return false;
            }
            long deadlineNs = System.nanoTime() + FULL_DISK_MS * 1_000_000;
            // Once for the kill, then because no lane can be made: each attempt fails until there is room.
            while (job.restarts() < before + 2 && System.nanoTime() < deadlineNs) {
                Thread.sleep(POLL_MS);
            }
            Thread.sleep(FULL_DISK_HELD_MS);
            return true;
        }
    }
}
