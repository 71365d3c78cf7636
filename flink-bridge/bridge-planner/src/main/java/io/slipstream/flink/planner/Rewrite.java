package io.slipstream.flink.planner;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentOutput;
import io.slipstream.flink.runtime.FragmentSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.types.logical.RowType;

/**
 * Puts the fragments of the sidecar's answer between sources and sinks. Stock sources and sinks stay what they are; only the
 * edges of the sinks change, for the time of the translation.
 */
final class Rewrite {

    /** Fragments and the sinks that they feed: by sink id, in the order of the sink's sources. */
    private final Map<Integer, List<FragmentOutputExecNode.Part>> parts = new LinkedHashMap<>();
    private final Map<Integer, Form> forms = new LinkedHashMap<>();
    private final PlanExport export;
    private final List<Fragment> fragments;

    /** @throws InvalidReplyException when the fragments do not make up the plan */
    Rewrite(PlanExport export, List<Fragment> fragments) throws InvalidReplyException {
        this.export = export;
        this.fragments = fragments;
        for (Fragment fragment : fragments) {
            FragmentExecNode node = fragmentNode(fragment);
            for (FragmentOutput output : fragment.getOutputsList()) {
                parts.computeIfAbsent(output.getNodeId(), id -> new ArrayList<>())
                        .add(new FragmentOutputExecNode.Part(node, output.getIndex()));
                Form before = forms.put(output.getNodeId(), output.getForm());
                if (before != null && before != output.getForm()) {
                    throw new InvalidReplyException("sink " + output.getNodeId() + " gets both rows and encoded records");
                }
            }
        }
        checkCoverage();
    }

    /** Translates the rewritten graph with {@code translator} and leaves the graph as it was. */
    List<Transformation<?>> translate(
            ExecNodeGraph graph, PlannerBase planner, Function<ExecNodeGraph, List<Transformation<?>>> translator) {
        Map<ExecNode<?>, List<ExecEdge>> original = new LinkedHashMap<>();
        Map<Integer, FragmentOutputExecNode> inputs = new LinkedHashMap<>();
        parts.forEach((sinkId, ofSink) -> inputs.put(sinkId, new FragmentOutputExecNode(export.inputOfSink(sinkId), sorted(sinkId, ofSink))));
        List<ExecNode<?>> roots = new ArrayList<>();
        for (ExecNode<?> root : graph.getRootNodes()) {
            FragmentOutputExecNode input = inputs.get(sinkIdOf(root));
            if (input == null) {
                roots.add(root);
            } else if (export.collected().containsValue(root)) {
                roots.add(input);
            } else {
                original.put(root, root.getInputEdges());
                ExecNodeAccess.forgetTransformation(root);
                root.setInputEdges(List.of(ExecEdge.builder().source(input).target(root).build()));
                roots.add(root);
            }
        }
        try {
            List<Transformation<?>> translated = new ArrayList<>(translator.apply(new ExecNodeGraph(graph.getFlinkVersion(), roots)));
            for (int i = 0; i < roots.size(); i++) {
                int sinkId = sinkIdOf(graph.getRootNodes().get(i));
                if (forms.get(sinkId) == Form.FORM_RAW) {
                    Transformation<RowData> encoded = inputs.get(sinkId).translateToPlan(planner);
                    translated.set(i, export.sink(sinkId).onEncoded(translated.get(i), encoded));
                }
            }
            return translated;
        } finally {
            original.forEach(
                    (sink, edges) -> {
                        sink.setInputEdges(edges);
                        ExecNodeAccess.forgetTransformation(sink);
                    });
            export.nodes().all().stream().filter(PlanNodes::isSource).forEach(ExecNodeAccess::forgetTransformation);
        }
    }

    private int sinkIdOf(ExecNode<?> root) {
        for (Map.Entry<Integer, ExecNode<?>> collected : export.collected().entrySet()) {
            if (collected.getValue() == root) {
                return collected.getKey();
            }
        }
        return root.getId();
    }

    private FragmentExecNode fragmentNode(Fragment fragment) throws InvalidReplyException {
        if (fragment.getInputsCount() != 1 || fragment.getOutputsCount() == 0) {
            throw new InvalidReplyException(
                    "expected one input and at least one output of " + fragment.getId() + ", found "
                            + fragment.getInputsCount() + " and " + fragment.getOutputsCount());
        }
        int sourceId = fragment.getInputs(0).getNodeId();
        if (!export.isSourceId(sourceId)) {
            throw new InvalidReplyException(fragment.getId() + " reads node " + sourceId + ", which is no source");
        }
        List<FragmentSpec.Output> outputs = new ArrayList<>();
        for (FragmentOutput output : fragment.getOutputsList()) {
            if (!export.isSinkId(output.getNodeId())) {
                throw new InvalidReplyException(fragment.getId() + " feeds node " + output.getNodeId() + ", which is no sink");
            }
            RowType type = (RowType) export.inputOfSink(output.getNodeId()).getOutputType();
            outputs.add(new FragmentSpec.Output(output.getIndex(), output.getForm(), type));
        }
        List<ExecNode<?>> nodes = new ArrayList<>();
        for (int id : fragment.getNodeIdsList()) {
            if (!export.nodes().contains(id)) {
                throw new InvalidReplyException(fragment.getId() + " runs node " + id + ", which the plan does not have");
            }
            nodes.add(export.nodes().get(id));
        }
        ExecNode<?> source = export.nodes().get(sourceId);
        return new FragmentExecNode(fragment, source, export.source(source), nodes, outputs);
    }

    /** Each sink either gets the rows of all of its sources through fragments, or is left alone with sources that no fragment took. */
    private void checkCoverage() throws InvalidReplyException {
        Set<Integer> taken = fragments.stream().map(fragment -> fragment.getInputs(0).getNodeId()).collect(Collectors.toSet());
        if (taken.size() != fragments.size()) {
            throw new InvalidReplyException("two fragments read the same source");
        }
        for (int sinkId : sinkIds()) {
            Set<Integer> expected = sourceIds(sinkId);
            Set<Integer> found = new LinkedHashSet<>();
            parts.getOrDefault(sinkId, List.of()).forEach(part -> found.add(part.fragment().getId()));
            boolean untouched = found.isEmpty() && expected.stream().noneMatch(taken::contains) && hasNoInnerNode(sinkId);
            if (!untouched && !found.equals(expected)) {
                throw new InvalidReplyException("sink " + sinkId + " reads sources " + expected + ", its fragments read " + found);
            }
        }
    }

    private List<Integer> sinkIds() {
        List<Integer> ids = new ArrayList<>(export.collected().keySet());
        export.nodes().roots().stream().filter(PlanNodes::isSink).forEach(sink -> ids.add(sink.getId()));
        return ids;
    }

    private boolean hasNoInnerNode(int sinkId) {
        return PlanNodes.isSource(export.inputOfSink(sinkId));
    }

    private Set<Integer> sourceIds(int sinkId) {
        Set<Integer> ids = new LinkedHashSet<>();
        PlanNodes.sourcesOf(export.inputOfSink(sinkId)).forEach(source -> ids.add(source.getId()));
        return ids;
    }

    private List<FragmentOutputExecNode.Part> sorted(int sinkId, List<FragmentOutputExecNode.Part> ofSink) {
        List<Integer> order = new ArrayList<>(sourceIds(sinkId));
        return ofSink.stream()
                .sorted(Comparator.comparingInt(part -> order.indexOf(part.fragment().getId())))
                .collect(Collectors.toList());
    }
}
