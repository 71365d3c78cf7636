package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.nexmark.Cluster;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;

/** Looks at a job's status often enough to see each restart. */
final class RestartWatch implements AutoCloseable {

    private static final long INTERVAL_MS = 20;

    private final Cluster cluster;
    private final JobClient job;
    private final Thread thread = new Thread(this::run, "restart-watch");
    private volatile boolean closed;
    private volatile int restarts;
    private volatile JobStatus status = JobStatus.INITIALIZING;
    private final Set<String> causes = Collections.synchronizedSet(new TreeSet<>());
    private final Set<String> failures = Collections.synchronizedSet(new TreeSet<>());

    RestartWatch(Cluster cluster, JobClient job) {
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
                    cluster.lastFailure(job.getJobID()).map(RestartWatch::rootCause).ifPresent(causes::add);
                }
                status = now;
                Thread.sleep(INTERVAL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            failures.add(String.valueOf(e.getCause().getMessage()));
        }
    }

    /** The last "Caused by" line of a stack trace. */
    private static String rootCause(String stackTrace) {
        int start = stackTrace.lastIndexOf("Caused by: ");
        String line = stackTrace.substring(Math.max(start, 0)).lines().findFirst().orElse("");
        return line.replaceFirst("^Caused by: ", "").replaceAll("\\d{4,}", "#");
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
