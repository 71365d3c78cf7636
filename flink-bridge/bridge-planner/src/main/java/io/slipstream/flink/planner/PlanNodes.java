package io.slipstream.flink.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecLegacySink;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;

/** The nodes of a graph, each once, inputs before their consumers. */
final class PlanNodes {

    private final Map<Integer, ExecNode<?>> byId = new LinkedHashMap<>();
    private final List<ExecNode<?>> roots;

    private PlanNodes(List<ExecNode<?>> roots) {
        this.roots = roots;
    }

    static PlanNodes of(ExecNodeGraph graph) {
        PlanNodes nodes = new PlanNodes(graph.getRootNodes());
        Set<ExecNode<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.getRootNodes().forEach(root -> nodes.visit(root, seen));
        return nodes;
    }

    List<ExecNode<?>> all() {
        return new ArrayList<>(byId.values());
    }

    /** Sinks; in EXPLAIN of a query without one, its last node. */
    List<ExecNode<?>> roots() {
        return roots;
    }

    ExecNode<?> get(int id) {
        ExecNode<?> node = byId.get(id);
        if (node == null) {
            throw new IllegalStateException("expected the id of a node of the plan, one of " + byId.keySet() + ", found " + id);
        }
        return node;
    }

    boolean contains(int id) {
        return byId.containsKey(id);
    }

    static boolean isSource(ExecNode<?> node) {
        return node.getInputEdges().isEmpty();
    }

    static boolean isSink(ExecNode<?> node) {
        return node instanceof CommonExecSink || node instanceof CommonExecLegacySink;
    }

    /** The sources above a node, in the order of its inputs, each once. */
    static Set<ExecNode<?>> sourcesOf(ExecNode<?> node) {
        Set<ExecNode<?>> sources = new LinkedHashSet<>();
        collectSources(node, sources, Collections.newSetFromMap(new IdentityHashMap<>()));
        return sources;
    }

    private static void collectSources(ExecNode<?> node, Set<ExecNode<?>> sources, Set<ExecNode<?>> seen) {
        if (!seen.add(node)) {
            return;
        }
        if (isSource(node)) {
            sources.add(node);
        }
        for (ExecEdge edge : node.getInputEdges()) {
            collectSources(edge.getSource(), sources, seen);
        }
    }

    private void visit(ExecNode<?> node, Set<ExecNode<?>> seen) {
        if (!seen.add(node)) {
            return;
        }
        node.getInputEdges().forEach(edge -> visit(edge.getSource(), seen));
        ExecNode<?> other = byId.put(node.getId(), node);
        if (other != null) {
            throw new IllegalStateException("two nodes of the plan have the id " + node.getId());
        }
    }
}
