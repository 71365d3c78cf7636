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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.ReadableConfig;

/** Answers as the sidecar does, knowing a few node types: one fragment per source, down to the sinks. */
final class FakeSidecar implements PlanChecker {

    private static final Set<String> KNOWN = Set.of("stream-exec-calc", "stream-exec-union", "stream-exec-drop-update-before");

    final List<CheckPlanRequest> requests = new ArrayList<>();
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
            boolean supported = node.getRole() != NodeRole.NODE_ROLE_INNER || KNOWN.contains(node.getExecNode());
            all &= supported;
            NodeVerdict.Builder verdict = NodeVerdict.newBuilder().setNodeId(node.getId()).setSupported(supported);
            if (!supported) {
                verdict.setReason(node.getExecNode() + " is not known here");
            } else if (node.getRole() != NodeRole.NODE_ROLE_INNER) {
                verdict.setForm(form(node)).setReason(node.getRawRefusal());
            }
            reply.addVerdicts(verdict);
        }
        if (all) {
            request.getNodesList().stream()
                    .filter(node -> node.getRole() == NodeRole.NODE_ROLE_SOURCE)
                    .forEach(source -> reply.addFragments(fragment(source, request)));
        }
        return change.apply(reply.build());
    }

    private static Form form(PlanNode end) {
        return end.getRawCapable() ? Form.FORM_RAW : Form.FORM_ROWS;
    }

    private static Fragment fragment(PlanNode source, CheckPlanRequest request) {
        Map<Integer, PlanNode> byId = new HashMap<>();
        Set<Integer> below = new LinkedHashSet<>(List.of(source.getId()));
        // Nodes come with inputs first.
        for (PlanNode node : request.getNodesList()) {
            byId.put(node.getId(), node);
            if (node.getInputsList().stream().anyMatch(below::contains)) {
                below.add(node.getId());
            }
        }
        Fragment.Builder fragment =
                Fragment.newBuilder()
                        .setId("fragment-" + source.getId())
                        .setPlan(ByteString.copyFromUtf8("{}"))
                        .addInputs(FragmentInput.newBuilder().setNodeId(source.getId()).setForm(form(source)));
        below.remove(source.getId());
        for (int id : below) {
            if (byId.get(id).getRole() == NodeRole.NODE_ROLE_SINK) {
                fragment.addOutputs(
                        FragmentOutput.newBuilder().setIndex(fragment.getOutputsCount()).setNodeId(id).setForm(form(byId.get(id))));
            } else {
                fragment.addNodeIds(id);
            }
        }
        return fragment.build();
    }
}
