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
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;

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

    static boolean isExchange(ExecNode<?> node) {
        return node instanceof StreamExecExchange;
    }

    /** Whether a fragment starts here: it reads a source or an exchange. */
    static boolean isBoundary(ExecNode<?> node) {
        return isSource(node) || isExchange(node);
    }

    /** What the rows of a node come from: itself, or the nearest sources and exchanges above, in the order of inputs, each once. */
    static Set<ExecNode<?>> boundariesOf(ExecNode<?> node) {
        Set<ExecNode<?>> boundaries = new LinkedHashSet<>();
        collectBoundaries(node, boundaries, Collections.newSetFromMap(new IdentityHashMap<>()));
        return boundaries;
    }

    private static void collectBoundaries(ExecNode<?> node, Set<ExecNode<?>> boundaries, Set<ExecNode<?>> seen) {
        if (!seen.add(node)) {
            return;
        }
        if (isBoundary(node)) {
            boundaries.add(node);
            return;
        }
        for (ExecEdge edge : node.getInputEdges()) {
            collectBoundaries(edge.getSource(), boundaries, seen);
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
