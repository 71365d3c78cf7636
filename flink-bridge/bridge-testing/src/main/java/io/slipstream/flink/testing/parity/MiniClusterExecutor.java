package io.slipstream.flink.testing.parity;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Submits every job to one shared cluster, so that a case does not pay for starting its own. */
final class MiniClusterExecutor implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {

    static final String NAME = "parity";

    private final MiniCluster cluster;

    MiniClusterExecutor(MiniCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public CompletableFuture<JobClient> execute(Pipeline pipeline, Configuration configuration, ClassLoader classLoader)
            throws Exception {
        StreamGraph graph = PipelineExecutorUtils.getStreamGraph(pipeline, configuration);
        graph.serializeUserDefinedInstances();
        return cluster.submitJob(graph)
                .thenApplyAsync(
                        submitted -> {
                            try {
                                ClientUtils.waitUntilJobInitializationFinished(
                                        () -> cluster.getJobStatus(submitted.getJobID()).get(),
                                        () -> cluster.requestJobResult(submitted.getJobID()).get(),
                                        classLoader);
                            } catch (Exception e) {
                                throw new IllegalStateException("the job could not be initialised", e);
                            }
                            return new MiniClusterJobClient(
                                    submitted.getJobID(),
                                    cluster,
                                    classLoader,
                                    MiniClusterJobClient.JobFinalizationBehavior.NOTHING);
                        });
    }

    @Override
    public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
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
    public boolean isCompatibleWith(Configuration configuration) {
        return true;
    }

    @Override
    public PipelineExecutor getExecutor(Configuration configuration) {
        return this;
    }
}
