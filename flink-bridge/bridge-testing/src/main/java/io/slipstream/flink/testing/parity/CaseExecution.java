package io.slipstream.flink.testing.parity;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;

/**
 * Runs one case on one engine: all of its queries and inserts are one job, as in a statement set, so that sources are shared
 * where Flink shares them.
 */
final class CaseExecution {

    /** How long to look for a barrier before looking whether the job has ended. */
    private static final long POLL_MS = 5;

    /**
     * A task that has read everything waits for a last checkpoint. Flink asks for it when all tasks have; it may not when some had ended
     * before, as readers without a split do, and the checkpoint interval of a case is an hour.
     */
    private static final long LAST_CHECKPOINT_MS = 500;

    private final MiniCluster cluster;
    private final CaseRequest request;
    private final String runName;
    private final CaseRun run;
    private final Path savepoints;

    /** Where the failure was: while planning, or in the job. */
    enum Phase {
        PLAN,
        RUN
    }

    private Phase phase = Phase.PLAN;

    CaseExecution(MiniCluster cluster, CaseRequest request, String runName, CaseRun run, Path savepoints) {
        this.cluster = cluster;
        this.request = request;
        this.runName = runName;
        this.run = run;
        this.savepoints = savepoints;
    }

    Phase phase() {
        return phase;
    }

    /** Returns when the job has finished; throws what made planning or the job fail. */
    void run() throws Exception {
        long deadlineMs = System.currentTimeMillis() + request.timeoutMs();
        String savepoint = null;
        int parallelism = request.parallelism();
        do {
            savepoint = attempt(parallelism, savepoint, deadlineMs);
            parallelism = parallelism == request.parallelism() ? request.restoreParallelism() : request.parallelism();
        } while (savepoint != null);
    }

    /** Plans and runs until the end, or until a barrier at which the job stops: then the savepoint's path, else null. */
    private String attempt(int parallelism, String savepoint, long deadlineMs) throws Exception {
        StreamStatementSet statements = plan(parallelism, savepoint);
        ReaderGate gate = run.beginAttempt();
        JobClient client = statements.execute().getJobClient().orElseThrow();
        phase = Phase.RUN;
        CompletableFuture<JobExecutionResult> result = client.getJobExecutionResult();
        boolean hasCheckpoints = request.config().containsKey(CheckpointingOptions.CHECKPOINTING_INTERVAL.key());
        if (hasCheckpoints && parallelism > 1) {
            waitForIdleReaders(client.getJobID(), gate, result, deadlineMs);
        }
        gate.open();
        long lastCheckpointMs = System.currentTimeMillis();
        while (true) {
            if (run.barriersReached.tryAcquire(result.isDone() ? 0 : POLL_MS, TimeUnit.MILLISECONDS) && !result.isDone()) {
                if (request.restoreParallelism() > 0) {
                    return stopped(client, result, deadlineMs);
                }
                checkpoint(client.getJobID(), result, deadlineMs);
                lastCheckpointMs = System.currentTimeMillis();
            }
            if (hasCheckpoints
                    && gate.allEnded()
                    && System.currentTimeMillis() > lastCheckpointMs + LAST_CHECKPOINT_MS) {
                lastCheckpointMs = System.currentTimeMillis();
                cluster.triggerCheckpoint(client.getJobID());
            }
            if (result.isDone()) {
                result.get();
                return null;
            }
            if (System.currentTimeMillis() > deadlineMs) {
                client.cancel().get();
                throw new TimeoutException("the job did not end within " + request.timeoutMs() + " ms");
            }
        }
    }

    /**
     * Until the tasks of the readers without a split are finished, which takes a checkpoint behind their last word: a savepoint that meets one while
     * it closes is declined, and the job with it.
     */
    private void waitForIdleReaders(JobID job, ReaderGate gate, CompletableFuture<JobExecutionResult> result, long deadlineMs)
            throws Exception {
        checkpoint(job, result, deadlineMs); // all tasks run, so all readers are there
        while (!gate.idleReadersEnded() && !result.isDone() && System.currentTimeMillis() < deadlineMs) {
            Thread.sleep(POLL_MS);
        }
        while (finishedTasks(job) < gate.idleReaders() && !result.isDone() && System.currentTimeMillis() < deadlineMs) {
            checkpoint(job, result, deadlineMs);
            Thread.sleep(POLL_MS);
        }
    }

    private long finishedTasks(JobID job) throws Exception {
        long count = 0;
        for (AccessExecutionVertex task : cluster.getExecutionGraph(job).get().getAllExecutionVertices()) {
            count += task.getExecutionState() == ExecutionState.FINISHED ? 1 : 0;
        }
        return count;
    }

    private StreamStatementSet plan(int parallelism, String savepoint) {
        Configuration configuration = Configuration.fromMap(request.config());
        configuration.set(DeploymentOptions.TARGET, MiniClusterExecutor.NAME);
        configuration.set(DeploymentOptions.ATTACHED, true);
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment environment =
                new StreamExecutionEnvironment(
                        new MiniClusterExecutor(cluster), configuration, CaseExecution.class.getClassLoader());
        environment.setParallelism(parallelism);
        StreamTableEnvironment tables =
                StreamTableEnvironment.create(
                        environment, EnvironmentSettings.newInstance().withConfiguration(configuration).build());
        for (Map.Entry<String, String> entry : request.config().entrySet()) {
            tables.getConfig().set(entry.getKey(), entry.getValue());
        }
        tables.getConfig().set(CaseOptions.RUN, runName);
        StreamStatementSet job = tables.createStatementSet();
        for (CaseRequest.Statement statement : request.statements()) {
            switch (statement.kind()) {
                case DEFINITION -> tables.executeSql(statement.sql());
                case INSERT -> job.addInsertSql(statement.sql());
                case QUERY -> addQuery(tables, job, statement);
            }
        }
        return job;
    }

    /** Nullable columns: a query's NOT NULL columns would put Flink's constraint enforcer before the sink. */
    private static void addQuery(StreamTableEnvironment tables, StreamStatementSet job, CaseRequest.Statement statement) {
        Table query = tables.sqlQuery(statement.sql());
        Schema.Builder schema = Schema.newBuilder();
        for (Column column : query.getResolvedSchema().getColumns()) {
            schema.column(column.getName(), column.getDataType().nullable());
        }
        tables.createTemporaryTable(
                statement.sink(), TableDescriptor.forConnector(CaseTableFactory.IDENTIFIER).schema(schema.build()).build());
        job.addInsert(statement.sink(), query);
    }

    /** Each subtask that reaches a barrier asks for one: the last may be asked of a job that is ending, and never come. */
    private void checkpoint(JobID job, CompletableFuture<JobExecutionResult> result, long deadlineMs) throws Exception {
        whenTasksRun(result, deadlineMs, () -> cluster.triggerCheckpoint(job).applyToEither(result.handle((done, failure) -> ""), path -> path));
    }

    /** The savepoint's path; null when the job ended before it could be taken. A job that fails meanwhile leaves the question open for ever. */
    private String stopped(JobClient client, CompletableFuture<JobExecutionResult> result, long deadlineMs) throws Exception {
        CompletableFuture<String> failed = new CompletableFuture<>();
        result.whenComplete((done, failure) -> {
            if (failure != null) {
                failed.complete(null);
            }
        });
        String path =
                whenTasksRun(
                        result,
                        deadlineMs,
                        () -> client.stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
                                .applyToEither(failed, savepoint -> savepoint));
        result.get();
        run.barriersReached.drainPermits();
        return path;
    }

    /** A checkpoint is refused while tasks are still starting or another one runs. */
    private static String whenTasksRun(
            CompletableFuture<JobExecutionResult> result, long deadlineMs, Supplier<CompletableFuture<String>> trigger)
            throws Exception {
        while (!result.isDone()) {
            try {
                return trigger.get().get();
            } catch (ExecutionException refused) {
                if (System.currentTimeMillis() > deadlineMs) {
                    throw refused;
                }
                Thread.sleep(POLL_MS);
            }
        }
        return null;
    }
}
