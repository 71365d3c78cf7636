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

    /** What goes into sinks and exchanges, by their ids. */
    private final Map<Integer, List<FragmentOutputExecNode.Part>> parts = new LinkedHashMap<>();
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
        parts.keySet().stream().filter(export::isSinkId).forEach(sinkId -> inputs.put(sinkId, united(sinkId)));
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
                if (encodedSinks.contains(sinkId)) {
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
            inputs.add(PlanNodes.isExchange(node) ? new ExchangeExecNode(node, united(node.getId())) : node);
        }
        @Nullable SourceEnd source = PlanNodes.isExchange(first) ? null : export.source(first);
        FragmentExecNode made =
                new FragmentExecNode(fragment, inputs, source, ExecNodeAccess.isCompiled(first), nodes, outputs);
        for (FragmentOutput output : fragment.getOutputsList()) {
            parts.computeIfAbsent(output.getNodeId(), id -> new ArrayList<>())
                    .add(new FragmentOutputExecNode.Part(made, output.getIndex()));
            if (output.getForm() == Form.FORM_RAW) {
                encodedSinks.add(output.getNodeId());
            }
        }
    }

    /** What goes into a sink or an exchange, in the order of the plan's inputs: Flink takes the parallelism of the first. */
    private FragmentOutputExecNode united(int id) {
        List<Integer> order =
                PlanNodes.boundariesOf(export.inputOf(id)).stream().map(ExecNode::getId).collect(Collectors.toList());
        List<FragmentOutputExecNode.Part> sorted =
                parts.get(id).stream()
                        .sorted(Comparator.comparingInt(part -> order.indexOf(part.fragment().getId())))
                        .collect(Collectors.toList());
        return new FragmentOutputExecNode(export.inputOf(id), sorted);
    }
}
