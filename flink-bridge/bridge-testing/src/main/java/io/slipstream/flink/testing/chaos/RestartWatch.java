package io.slipstream.flink.testing.chaos;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;

/** Looks at a job's status often enough to see each restart. */
final class RestartWatch implements AutoCloseable {

    private static final long INTERVAL_MS = 20;

    private final JobClient job;
    private final Thread thread = new Thread(this::run, "restart-watch");
    private volatile boolean closed;
    private volatile int restarts;
    private volatile JobStatus status = JobStatus.INITIALIZING;
    private final Set<String> failures = new TreeSet<>();

    RestartWatch(JobClient job) {
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

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
