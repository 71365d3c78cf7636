package io.slipstream.flink.planner;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.graph.StreamGraphGenerator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;

/** What a plan was translated to, for tests to look at. */
final class PlanGraph {

    private final List<Transformation<?>> sinks;
    private final Set<Transformation<?>> all = new LinkedHashSet<>();

    PlanGraph(List<Transformation<?>> sinks) {
        this.sinks = sinks;
        sinks.forEach(sink -> all.addAll(sink.getTransitivePredecessors()));
    }

    /** Each transformation as {@code name <- input names}, without the ids of nodes. */
    List<String> shape() {
        return all.stream()
                .map(each -> nameOf(each) + " <- " + each.getInputs().stream().map(PlanGraph::nameOf).collect(Collectors.joining(", ")))
                .distinct()
                .collect(Collectors.toList());
    }

    /** The operator whose name contains the kinds of its nodes, e.g. {@code (Calc)}. */
    OneInputTransformation<?, ?> fragment(String kinds) {
        return (OneInputTransformation<?, ?>) fragmentOf(kinds);
    }

    /** One that joins two inputs. */
    TwoInputTransformation<?, ?, ?> joinedFragment(String kinds) {
        return (TwoInputTransformation<?, ?, ?>) fragmentOf(kinds);
    }

    private Transformation<?> fragmentOf(String kinds) {
        List<Transformation<?>> found = all.stream()
                .filter(each -> each.getName().startsWith("Slipstream[") && each.getName().contains(kinds))
                .collect(Collectors.toList());
        if (found.size() != 1) {
            throw new IllegalStateException("expected one fragment of " + kinds + ", found " + found.size());
        }
        return found.get(0);
    }

    List<PartitionTransformation<?>> exchanges() {
        return all.stream()
                .filter(each -> each instanceof PartitionTransformation && each.getName().startsWith("Exchange"))
                .map(each -> (PartitionTransformation<?>) each)
                .collect(Collectors.toList());
    }

    Transformation<?> sink(int index) {
        return sinks.get(index);
    }

    List<String> uids() {
        return all.stream().map(Transformation::getUid).filter(uid -> uid != null).collect(Collectors.toList());
    }

    /** Vertices of the job graph, each as {@code chained names @parallelism/max parallelism}; -1: not set. */
    List<String> vertices() {
        ExecutionConfig config = new ExecutionConfig();
        config.setParallelism(2);
        JobGraph graph = new StreamGraphGenerator(new ArrayList<>(sinks), config, new CheckpointConfig()).generate().getJobGraph();
        List<String> vertices = new ArrayList<>();
        for (JobVertex vertex : graph.getVerticesSortedTopologicallyFromSources()) {
            vertices.add(withoutIds(vertex.getName()) + " @" + vertex.getParallelism() + "/" + vertex.getMaxParallelism());
        }
        return vertices;
    }

    private static String nameOf(Transformation<?> transformation) {
        return withoutIds(transformation.getName());
    }

    private static String withoutIds(String name) {
        return name.replaceAll("\\[[\\d, ]*]", "");
    }
}
