package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.nexmark.Cluster;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.checkpoint.CheckpointStatsCounts;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;

/** Looks at a job often enough to see each restart, and what it is doing. */
final class JobWatch implements AutoCloseable {

    private static final long INTERVAL_MS = 10;

    private final Cluster cluster;
    private final JobClient job;
    private final Thread thread = new Thread(this::run, "job-watch");
    private volatile boolean closed;
    private volatile boolean restoring;
    private volatile Checkpoints checkpoints = new Checkpoints(0, 0, 0, 0);
    private volatile int restarts;
    private volatile JobStatus status = JobStatus.INITIALIZING;
    private final Set<String> causes = Collections.synchronizedSet(new TreeSet<>());
    private final Set<String> failures = Collections.synchronizedSet(new TreeSet<>());

    /**
     * A job's checkpoints so far.
     *
     * @param restored how often the job began with one
     */
    record Checkpoints(long completed, long failed, long underWay, long restored) {}

    JobWatch(Cluster cluster, JobClient job) {
        this.cluster = cluster;
        this.job = job;
        thread.setDaemon(true);
        thread.start();
    }

    int restarts() {
        return restarts;
    }

    JobStatus status() {
        return status;
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    boolean isCheckpointing() {
        return checkpoints.underWay() > 0;
    }

    /** Whether a task is getting its state back. */
    boolean isRestoring() {
        return restoring;
    }

    /** Root causes of the restarts, without what differs from one to the next. */
    Set<String> causes() {
        return causes;
    }

    /** Why the watch itself stopped looking; empty when it did not. */
    Set<String> failures() {
        return failures;
    }

    private void run() {
        try {
            while (!closed) {
                JobStatus now = job.getJobStatus().get();
                if (now == JobStatus.RESTARTING && status != JobStatus.RESTARTING) {
                    restarts++;
                    cluster.lastFailure(job.getJobID()).map(JobWatch::rootCause).ifPresent(causes::add);
                }
                status = now;
                look(cluster.executionGraph(job.getJobID()));
                Thread.sleep(INTERVAL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            failures.add(String.valueOf(e.getCause().getMessage()));
        }
    }

    private void look(AccessExecutionGraph graph) {
        boolean initializing = false;
        for (var vertex : graph.getAllExecutionVertices()) {
            initializing |= vertex.getExecutionState() == ExecutionState.INITIALIZING;
        }
        restoring = initializing;
        CheckpointStatsSnapshot snapshot = graph.getCheckpointStatsSnapshot();
        if (snapshot != null) {
            CheckpointStatsCounts counts = snapshot.getCounts();
            checkpoints = new Checkpoints(
                    counts.getNumberOfCompletedCheckpoints(),
                    counts.getNumberOfFailedCheckpoints(),
                    counts.getNumberOfInProgressCheckpoints(),
                    counts.getNumberOfRestoredCheckpoints());
        }
    }

    /** The last "Caused by" line of a stack trace. */
    private static String rootCause(String stackTrace) {
        int start = stackTrace.lastIndexOf("Caused by: ");
        String line = stackTrace.substring(Math.max(start, 0)).lines().findFirst().orElse("");
        return line.replaceFirst("^Caused by: ", "").replaceAll("(?<!SLIP-)\\d{4,}", "#");
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
