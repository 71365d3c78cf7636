package io.slipstream.flink.planner;

import com.google.protobuf.ByteString;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.proto.FragmentOutput;
import io.slipstream.flink.proto.NodeRole;
import io.slipstream.flink.proto.NodeVerdict;
import io.slipstream.flink.proto.PlanNode;
import io.slipstream.flink.sidecar.SidecarUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ReadableConfig;

/** Answers as the sidecar does, knowing a few node types: a fragment per source and exchange, down to the next exchanges and sinks. */
final class FakeSidecar implements PlanChecker {

    static final String EXCHANGE = "stream-exec-exchange";

    /** By which it keeps state. */
    private static final Set<String> KEYED = Set.of("stream-exec-group-aggregate", "stream-exec-global-group-aggregate");

    final List<CheckPlanRequest> requests = new ArrayList<>();
    /** Inner nodes that it takes; tests add to them. */
    final Set<String> known =
            new TreeSet<>(Set.of("stream-exec-calc", "stream-exec-union", "stream-exec-drop-update-before", EXCHANGE));
    /** Of which the fragments are joined that run one of them. */
    final Set<String> together = new TreeSet<>();

    /** Whether it materializes the rows of sinks that need that. */
    boolean materializes;

    String unavailable;
    /** Makes an answer wrong. */
    UnaryOperator<CheckPlanReply> change = UnaryOperator.identity();

    @Override
    public CheckPlanReply check(ReadableConfig config, CheckPlanRequest request) throws SidecarUnavailableException {
        requests.add(request);
        if (unavailable != null) {
            throw new SidecarUnavailableException(unavailable);
        }
        CheckPlanReply.Builder reply = CheckPlanReply.newBuilder();
        boolean all = true;
        for (PlanNode node : request.getNodesList()) {
            boolean supported = node.getRole() != NodeRole.NODE_ROLE_INNER || known.contains(node.getExecNode());
            all &= supported;
            NodeVerdict.Builder verdict = NodeVerdict.newBuilder().setNodeId(node.getId()).setSupported(supported);
            if (!supported) {
                verdict.setReason(node.getExecNode() + " is not known here");
            } else if (node.getRole() != NodeRole.NODE_ROLE_INNER) {
                verdict.setForm(endForm(node)).setReason(node.getRawRefusal());
            }
            reply.addVerdicts(verdict);
        }
        if (all) {
            List<Fragment> fragments = new ArrayList<>();
            request.getNodesList().stream().filter(FakeSidecar::startsFragment).forEach(start -> fragments.add(fragment(start, request)));
            request.getNodesList().stream().filter(node -> together.contains(node.getExecNode())).forEach(node -> join(node, fragments));
            if (materializes) {
                request.getNodesList().stream().filter(FakeSidecar::isMaterialized).forEach(sink -> materialize(sink, fragments));
            }
            reply.addAllFragments(fragments);
        }
        return change.apply(reply.build());
    }

    private static void join(PlanNode node, List<Fragment> fragments) {
        List<Fragment> parts = fragments.stream().filter(part -> part.getNodeIdsList().contains(node.getId())).collect(Collectors.toList());
        Fragment.Builder joined = parts.get(0).toBuilder().clearInputs().clearNodeIds().clearOutputs();
        Set<Integer> nodeIds = new TreeSet<>();
        Map<Integer, FragmentOutput> outputs = new LinkedHashMap<>();
        for (Fragment part : parts) {
            part.getInputsList().forEach(input -> joined.addInputs(input.toBuilder().setIndex(joined.getInputsCount())));
            nodeIds.addAll(part.getNodeIdsList());
            part.getOutputsList().forEach(output -> outputs.putIfAbsent(output.getNodeId(), output));
        }
        outputs.values().forEach(output -> joined.addOutputs(output.toBuilder().setIndex(joined.getOutputsCount())));
        fragments.set(fragments.indexOf(parts.get(0)), joined.addAllNodeIds(nodeIds).setKeyed(true).setConsumesWatermarks(true).build());
        fragments.removeAll(parts);
    }

    private static boolean isMaterialized(PlanNode node) {
        return node.getRole() == NodeRole.NODE_ROLE_SINK && node.getSpec().toStringUtf8().contains("\"requireUpsertMaterialize\":true");
    }

    private void materialize(PlanNode sink, List<Fragment> fragments) {
        fragments.replaceAll(
                fragment -> {
                    Fragment.Builder changed = fragment.toBuilder();
                    changed.getOutputsBuilderList().stream()
                            .filter(output -> output.getNodeId() == sink.getId())
                            .forEach(output -> output.setForm(Form.FORM_PIECES));
                    return changed.build();
                });
        fragments.add(
                Fragment.newBuilder()
                        .setId("fragment-" + sink.getId())
                        .setPlan(ByteString.copyFromUtf8("{}"))
                        .setKeyed(true)
                        .addInputs(FragmentInput.newBuilder().setNodeId(sink.getId()).setForm(Form.FORM_PIECES))
                        .addOutputs(FragmentOutput.newBuilder().setNodeId(sink.getId()).setForm(endForm(sink)))
                        .build());
    }

    private Form endForm(PlanNode node) {
        return isMaterialized(node) && !materializes ? Form.FORM_ROWS : form(node);
    }

    private static boolean startsFragment(PlanNode node) {
        return node.getRole() == NodeRole.NODE_ROLE_SOURCE || node.getExecNode().equals(EXCHANGE);
    }

    private static Form form(PlanNode node) {
        return node.getExecNode().equals(EXCHANGE) ? Form.FORM_PIECES : node.getRawCapable() ? Form.FORM_RAW : Form.FORM_ROWS;
    }

    private Fragment fragment(PlanNode start, CheckPlanRequest request) {
        Fragment.Builder fragment =
                Fragment.newBuilder()
                        .setId("fragment-" + start.getId())
                        .setPlan(ByteString.copyFromUtf8("{}"))
                        .addInputs(FragmentInput.newBuilder().setNodeId(start.getId()).setForm(form(start)));
        // Nodes come with inputs first; whatever ends the fragment passes nothing on within it.
        Map<Integer, PlanNode> inside = new LinkedHashMap<>(Map.of(start.getId(), start));
        for (PlanNode node : request.getNodesList()) {
            if (node.getInputsList().stream().noneMatch(inside::containsKey)) {
                continue;
            }
            if (node.getRole() == NodeRole.NODE_ROLE_SINK || node.getExecNode().equals(EXCHANGE)) {
                fragment.addOutputs(
                        FragmentOutput.newBuilder().setIndex(fragment.getOutputsCount()).setNodeId(node.getId()).setForm(endForm(node)));
            } else {
                inside.put(node.getId(), node);
                fragment.addNodeIds(node.getId());
                fragment.setKeyed(fragment.getKeyed() || KEYED.contains(node.getExecNode()));
            }
        }
        return fragment.build();
    }
}
