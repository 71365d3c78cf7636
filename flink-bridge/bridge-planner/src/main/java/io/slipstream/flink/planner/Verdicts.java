package io.slipstream.flink.planner;

import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.NodeVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** The sidecar's answer about each node, and ours where Flink could not even write the node. */
final class Verdicts {

    private static final String BY_FLINK = " by Flink";

    private final PlanExport export;
    private final Map<Integer, NodeVerdict> byId = new HashMap<>();

    Verdicts(PlanExport export, CheckPlanReply reply) {
        this.export = export;
        reply.getVerdictsList().forEach(verdict -> byId.put(verdict.getNodeId(), verdict));
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
        return line(node, verdict, verdict.contains(BY_FLINK) ? verdict : null);
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
        if (byId.get(node.getId()).getForm() == Form.FORM_RAW) {
            return verb + " in the sidecar";
        }
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
