package io.slipstream.flink.planner;

import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.proto.NodeVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** The sidecar's answer about each node, and ours where Flink could not even write the node. */
final class Verdicts {

    private static final String BY_FLINK = " by Flink";

    private final PlanExport export;
    private final Map<Integer, NodeVerdict> byId = new HashMap<>();
    /** Sinks whose rows the sidecar materializes: it reads what goes to them. */
    private final Set<Integer> materialized = new HashSet<>();

    Verdicts(PlanExport export, CheckPlanReply reply) {
        this.export = export;
        reply.getVerdictsList().forEach(verdict -> byId.put(verdict.getNodeId(), verdict));
        reply.getFragmentsList()
                .forEach(fragment -> fragment.getInputsList().stream()
                        .map(FragmentInput::getNodeId)
                        .filter(export::isSinkId)
                        .forEach(materialized::add));
    }

    /** All or nothing. */
    boolean allSupported() {
        return export.nodes().all().stream().allMatch(this::isSupported)
                && export.collected().keySet().stream().allMatch(id -> byId.containsKey(id) && byId.get(id).getSupported());
    }

    PlanReport report(boolean accelerated, @Nullable String refusal, int fragmentCount) {
        List<PlanReport.NodeLine> lines = new ArrayList<>();
        int inner = 0;
        for (ExecNode<?> node : export.nodes().all()) {
            lines.add(line(node, accelerated));
            inner += export.isSourceId(node.getId()) || export.isSinkId(node.getId()) ? 0 : 1;
        }
        return new PlanReport(accelerated, refusal, lines, inner, fragmentCount);
    }

    private boolean isSupported(ExecNode<?> node) {
        NodeVerdict verdict = byId.get(node.getId());
        return verdict != null && verdict.getSupported() && !export.reasons().containsKey(node.getId());
    }

    private PlanReport.NodeLine line(ExecNode<?> node, boolean accelerated) {
        if (!isSupported(node)) {
            return line(node, "not accelerated: " + reason(node), reason(node));
        }
        String verdict = supportedVerdict(node, accelerated);
        return line(node, verdict, verdict.contains(BY_FLINK) || materialized.contains(node.getId()) ? verdict : null);
    }

    private static PlanReport.NodeLine line(ExecNode<?> node, String verdict, @Nullable String note) {
        return new PlanReport.NodeLine(node.getId(), NodeNames.kind(node), node.getDescription(), verdict, note);
    }

    private String supportedVerdict(ExecNode<?> node, boolean accelerated) {
        boolean source = export.isSourceId(node.getId());
        if (!accelerated) {
            return "supported";
        }
        if (!source && !export.isSinkId(node.getId())) {
            return "accelerated";
        }
        String verb = source ? "decoded" : "encoded";
        boolean isMaterialized = materialized.contains(node.getId());
        if (byId.get(node.getId()).getForm() == Form.FORM_RAW) {
            return (isMaterialized ? "materialized and " : "") + verb + " in the sidecar";
        }
        verb = (isMaterialized ? "materialized in the sidecar, " : "") + verb;
        String reason = byId.get(node.getId()).getReason();
        if (reason.isEmpty()) {
            String refusal = source ? export.source(node).rawRefusal() : export.sink(node.getId()).rawRefusal();
            reason = refusal == null ? "" : refusal;
        }
        return verb + BY_FLINK + (reason.isEmpty() ? "" : ": " + reason);
    }

    private String reason(ExecNode<?> node) {
        String ownReason = export.reasons().get(node.getId());
        NodeVerdict verdict = byId.get(node.getId());
        if (ownReason != null) {
            return ownReason;
        }
        return verdict == null ? "the sidecar did not answer for it" : verdict.getReason();
    }
}
