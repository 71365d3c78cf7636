package io.slipstream.flink.planner;

import io.slipstream.flink.OptionValues;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.sidecar.SidecarUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All or nothing: decides about a whole plan, all sinks of a statement set together. Leaves the graph as it was. */
final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    /** @param rewrite null: the plan runs on stock Flink */
    record Decision(PlanReport report, @Nullable Rewrite rewrite) {}

    private final PlanChecker checker;

    Gate(PlanChecker checker) {
        this.checker = checker;
    }

    /** @param planner a throw-away one */
    Decision decide(ExecNodeGraph graph, PlannerBase planner) {
        try {
            Optional<String> refusal = OptionValues.refusal(planner.getTableConfig());
            if (refusal.isPresent()) {
                return stock(refusal.get());
            }
            return decide(PlanNodes.of(graph), planner);
        } catch (SidecarUnavailableException e) {
            return stock(e.getMessage());
        } catch (InvalidReplyException e) {
            return stock("the sidecar's answer is not valid: " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            // Before a plan is accepted stock Flink is always a correct answer; a mistake of the user's shows there, in Flink's words.
            LOG.warn("Slipstream could not examine a plan; it runs on stock Flink.", e);
            return stock("the plan could not be examined: " + e);
        }
    }

    private Decision decide(PlanNodes nodes, PlannerBase planner) throws SidecarUnavailableException, InvalidReplyException {
        try {
            PlanExport export = new PlanExport(nodes, planner);
            return decide(export, checker.check(planner.getTableConfig(), export.request()));
        } finally {
            nodes.all().stream().filter(PlanNodes::isSource).forEach(ExecNodeAccess::forgetTransformation);
        }
    }

    private static Decision decide(PlanExport export, CheckPlanReply reply) throws InvalidReplyException {
        Verdicts verdicts = new Verdicts(export, reply);
        if (!verdicts.allSupported()) {
            return new Decision(verdicts.report(false, null, 0), null);
        }
        List<Fragment> fragments = reply.getFragmentsList().stream().filter(Gate::hasWork).collect(Collectors.toList());
        if (fragments.isEmpty()) {
            return new Decision(verdicts.report(false, "there is nothing to do between its sources and sinks", 0), null);
        }
        return new Decision(verdicts.report(true, null, fragments.size()), new Rewrite(export, fragments));
    }

    /** Rows that only pass from a source to sinks are faster without crossing over. Pieces are made and read in the sidecar only. */
    private static boolean hasWork(Fragment fragment) {
        return fragment.getNodeIdsCount() > 0
                || fragment.getInputsList().stream().anyMatch(input -> input.getForm() != Form.FORM_ROWS)
                || fragment.getOutputsList().stream().anyMatch(output -> output.getForm() != Form.FORM_ROWS);
    }

    private static Decision stock(String reason) {
        return new Decision(PlanReport.refused(reason), null);
    }
}
