package io.slipstream.flink.planner;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.proto.FragmentOutput;
import io.slipstream.flink.runtime.FragmentSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
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

    /** What goes into sinks (behind their materializers, if they are ours) and exchanges, by their ids. */
    private final Map<Integer, List<FragmentOutputExecNode.Part>> parts = new LinkedHashMap<>();
    /** What goes to the materializers of sinks, by the ids of the sinks. */
    private final Map<Integer, List<FragmentOutputExecNode.Part>> partsToMaterialize = new LinkedHashMap<>();
    private final Map<Integer, FragmentExecNode> materializers = new HashMap<>();
    private final Set<Integer> encodedSinks = new HashSet<>();
    private final PlanExport export;

    /** @throws InvalidReplyException when the fragments do not make up the plan */
    Rewrite(PlanExport export, List<Fragment> fragments) throws InvalidReplyException {
        this.export = export;
        ReplyCheck.check(export, fragments);
        Map<Integer, Fragment> byInput = new HashMap<>();
        fragments.forEach(fragment -> fragment.getInputsList().forEach(input -> byInput.put(input.getNodeId(), fragment)));
        // Inputs first: all that feeds its exchanges is there before the fragment that reads them.
        Map<Fragment, Integer> inputsSeen = new IdentityHashMap<>();
        for (ExecNode<?> node : export.nodes().all()) {
            Fragment fragment = byInput.get(node.getId());
            if (fragment != null && inputsSeen.merge(fragment, 1, Integer::sum) == fragment.getInputsCount()) {
                add(fragment);
            }
        }
    }

    /** Translates the rewritten graph with {@code translator} and leaves the graph as it was. */
    List<Transformation<?>> translate(
            ExecNodeGraph graph, PlannerBase planner, Function<ExecNodeGraph, List<Transformation<?>>> translator) {
        Map<ExecNode<?>, List<ExecEdge>> original = new LinkedHashMap<>();
        Map<Integer, FragmentOutputExecNode> inputs = new LinkedHashMap<>();
        parts.keySet().stream().filter(export::isSinkId).forEach(sinkId -> inputs.put(sinkId, stockInput(sinkId)));
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
                if (materializers.containsKey(sinkId)) {
                    Transformation<RowData> pieces = inputs.get(sinkId).translateToPlan(planner);
                    translated.set(i, materialized(sinkId, translated.get(i), pieces, planner));
                } else if (encodedSinks.contains(sinkId)) {
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

    /** A sink with a materializer is translated on what goes there, as Flink's own would be: only so are both like Flink's. */
    private FragmentOutputExecNode stockInput(int sinkId) {
        return materializers.containsKey(sinkId) ? united(sinkId, partsToMaterialize) : united(sinkId, parts);
    }

    private Transformation<?> materialized(int sinkId, Transformation<?> sink, Transformation<RowData> pieces, PlannerBase planner) {
        SinkMaterializer materializer = SinkMaterializer.of(sink, pieces);
        Transformation<RowData> ours = materializers.get(sinkId).translateToPlan(planner);
        materializer.configure(ours);
        if (encodedSinks.contains(sinkId)) {
            return export.sink(sinkId).onEncoded(sink, ours);
        }
        materializer.become((OneInputTransformation<RowData, RowData>) ours);
        return sink;
    }

    private int sinkIdOf(ExecNode<?> root) {
        for (Map.Entry<Integer, ExecNode<?>> collected : export.collected().entrySet()) {
            if (collected.getValue() == root) {
                return collected.getKey();
            }
        }
        return root.getId();
    }

    private void add(Fragment fragment) {
        List<FragmentSpec.Output> outputs = new ArrayList<>();
        for (FragmentOutput output : fragment.getOutputsList()) {
            RowType type = (RowType) export.inputOf(output.getNodeId()).getOutputType();
            outputs.add(new FragmentSpec.Output(output.getIndex(), output.getForm(), type));
        }
        List<ExecNode<?>> nodes = fragment.getNodeIdsList().stream().map(export.nodes()::get).collect(Collectors.toList());
        ExecNode<?> first = export.nodes().get(fragment.getInputs(0).getNodeId());
        List<ExecNode<?>> inputs = new ArrayList<>();
        for (FragmentInput input : fragment.getInputsList()) {
            ExecNode<?> node = export.nodes().get(input.getNodeId());
            if (PlanNodes.isSink(node)) {
                inputs.add(new ExchangeExecNode(node, united(node.getId(), partsToMaterialize)));
            } else {
                inputs.add(PlanNodes.isExchange(node) ? new ExchangeExecNode(node, united(node.getId(), parts)) : node);
            }
        }
        @Nullable SourceEnd source = PlanNodes.isSource(first) ? export.source(first) : null;
        FragmentExecNode made =
                new FragmentExecNode(fragment, inputs, source, ExecNodeAccess.isCompiled(first), nodes, outputs);
        if (PlanNodes.isSink(first)) {
            materializers.put(first.getId(), made);
        }
        for (FragmentOutput output : fragment.getOutputsList()) {
            boolean toMaterialize = output.getForm() == Form.FORM_PIECES && export.isSinkId(output.getNodeId());
            (toMaterialize ? partsToMaterialize : parts)
                    .computeIfAbsent(output.getNodeId(), id -> new ArrayList<>())
                    .add(new FragmentOutputExecNode.Part(made, output.getIndex()));
            if (output.getForm() == Form.FORM_RAW) {
                encodedSinks.add(output.getNodeId());
            }
        }
    }

    /** What goes into a sink or an exchange, in the order of the plan's inputs: Flink takes the parallelism of the first. */
    private FragmentOutputExecNode united(int id, Map<Integer, List<FragmentOutputExecNode.Part>> parts) {
        List<Integer> order =
                PlanNodes.boundariesOf(export.inputOf(id)).stream().map(ExecNode::getId).collect(Collectors.toList());
        List<FragmentOutputExecNode.Part> sorted =
                parts.get(id).stream()
                        .sorted(Comparator.comparingInt(part -> order.indexOf(part.fragment().getId())))
                        .collect(Collectors.toList());
        return new FragmentOutputExecNode(export.inputOf(id), sorted);
    }
}
