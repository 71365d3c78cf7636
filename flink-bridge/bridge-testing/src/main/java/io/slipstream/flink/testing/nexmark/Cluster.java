package io.slipstream.flink.testing.nexmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** One embedded cluster for all runs, with an executor that tells when planning has ended and a job is handed over. */
public final class Cluster implements AutoCloseable {

    private final MiniCluster cluster;
    private final Configuration configuration;
    /** The running ones, as the cluster counts: each that was ever started has an index of its own. */
    private final List<Integer> taskManagers = new ArrayList<>();
    private int taskManagersStarted;

    /** @param settings of the cluster and the default of every job */
    public Cluster(int slots, Map<String, String> settings) throws Exception {
        this(1, slots, settings);
    }

    /** @param slots of each TaskManager */
    public Cluster(int taskManagerCount, int slots, Map<String, String> settings) throws Exception {
        configuration = Configuration.fromMap(settings);
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, slots);
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagerCount)
                .setNumSlotsPerTaskManager(slots)
                .setRpcServiceSharing(RpcServiceSharing.SHARED)
                .build());
        cluster.start();
        while (taskManagersStarted < taskManagerCount) {
            taskManagers.add(taskManagersStarted++);
        }
    }

    public int taskManagerCount() {
        return taskManagers.size();
    }

    /** Ends a running TaskManager, with all that runs on it, and starts another one. */
    public void replaceTaskManager(int which) throws Exception {
        cluster.terminateTaskManager(taskManagers.remove(which)).get();
        cluster.startTaskManager();
        taskManagers.add(taskManagersStarted++);
    }

    /** An environment whose jobs run here; {@code onSubmit} sees each job just before it is handed to the cluster. */
    public StreamExecutionEnvironment environment(int parallelism, Consumer<StreamGraph> onSubmit) {
        Configuration job = new Configuration(configuration);
        job.set(DeploymentOptions.TARGET, Executor.NAME);
        job.set(DeploymentOptions.ATTACHED, true);
        StreamExecutionEnvironment environment =
                new StreamExecutionEnvironment(new Executor(cluster, onSubmit), job, Thread.currentThread().getContextClassLoader());
        environment.setParallelism(parallelism);
        return environment;
    }

    /** A job's tasks and checkpoints as they are now. */
    public AccessExecutionGraph executionGraph(JobID job) throws ExecutionException, InterruptedException {
        return cluster.getExecutionGraph(job).get();
    }

    /** Why the job last failed, as a stack trace; empty when it has not. */
    public Optional<String> lastFailure(JobID job) throws ExecutionException, InterruptedException {
        return Optional.ofNullable(executionGraph(job).getFailureInfo()).map(ErrorInfo::getExceptionAsString);
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }

    /** Follows Flink's LocalExecutor, without a cluster per job. */
    private record Executor(MiniCluster cluster, Consumer<StreamGraph> onSubmit)
            implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {

        static final String NAME = "embedded";

        @Override
        public CompletableFuture<JobClient> execute(Pipeline pipeline, Configuration job, ClassLoader classLoader) throws Exception {
            StreamGraph graph = (StreamGraph) pipeline;
            onSubmit.accept(graph);
            graph.serializeUserDefinedInstances();
            return cluster.submitJob(graph).thenApply(submitted -> {
                JobClient client = new MiniClusterJobClient(
                        submitted.getJobID(), cluster, classLoader, MiniClusterJobClient.JobFinalizationBehavior.NOTHING);
                waitUntilInitialised(client, classLoader);
                return client;
            });
        }

        private void waitUntilInitialised(JobClient client, ClassLoader classLoader) {
            try {
                ClientUtils.waitUntilJobInitializationFinished(
                        () -> cluster.getJobStatus(client.getJobID()).get(),
                        () -> cluster.requestJobResult(client.getJobID()).get(),
                        classLoader);
            } catch (Exception e) {
                throw new IllegalStateException("the job did not start", e);
            }
        }

        @Override
        public PipelineExecutorFactory getExecutorFactory(Configuration job) {
            return this;
        }

        @Override
        public Stream<String> getExecutorNames() {
            return Stream.of(NAME);
        }

        @Override
        public String getName() {
            return NAME;
        }

        @Override
        public boolean isCompatibleWith(Configuration job) {
            return NAME.equals(job.get(DeploymentOptions.TARGET));
        }

        @Override
        public PipelineExecutor getExecutor(Configuration job) {
            return this;
        }
    }
}
