package io.slipstream.flink.planner;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.UnknownOptions;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.delegation.InternalPlan;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.utils.DummyStreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's streaming planner, with one step more: where a graph of exec nodes becomes operators, the gate decides whether the
 * sidecar runs what is between its sources and sinks. Optimizing, COMPILE PLAN and everything with the flag off are Flink's.
 */
final class SlipstreamStreamPlanner extends StreamPlanner {

    private static final Logger LOG = LoggerFactory.getLogger(SlipstreamStreamPlanner.class);

    private static final PlanReport NOT_TRANSLATED = PlanReport.refused("the plan could not be translated, see the log");

    private final PlannerFactory.Context context;
    private final Gate gate;

    private boolean explaining;
    private @Nullable PlanReport report;

    SlipstreamStreamPlanner(PlannerFactory.Context context, PlanChecker checker) {
        super(
                context.getExecutor(),
                context.getTableConfig(),
                context.getModuleManager(),
                context.getFunctionCatalog(),
                context.getCatalogManager(),
                context.getClassLoader());
        this.context = context;
        this.gate = new Gate(checker);
    }

    /** What became of the plan that was translated last; null: the flag was off. */
    @Nullable
    PlanReport lastReport() {
        return report;
    }

    @Override
    public List<Transformation<?>> translateToPlan(ExecNodeGraph graph) {
        report = null;
        if (!explaining) {
            UnknownOptions.warnings(getTableConfig()).forEach(LOG::warn);
        }
        if (!SlipstreamOptions.isEnabled(getTableConfig())) {
            return super.translateToPlan(graph);
        }
        // Sources and sinks are looked at as they will be translated: in the state that Flink translates them in.
        beforeTranslation();
        StreamPlanner probing = throwAwayPlanner();
        Gate.Decision decision = gate.decide(graph, probing);
        List<Transformation<?>> rewritten = decision.rewrite() == null ? null : translate(decision.rewrite(), graph, probing);
        report = decision.rewrite() != null && rewritten == null ? NOT_TRANSLATED : decision.report();
        if (!explaining) {
            LOG.info(report.logLine());
        }
        return rewritten == null ? super.translateToPlan(graph) : rewritten;
    }

    /** Null: it failed. What the user did wrong shows again on stock Flink, in Flink's words; anything else is no reason to fail. */
    private @Nullable List<Transformation<?>> translate(Rewrite rewrite, ExecNodeGraph graph, StreamPlanner probing) {
        try {
            return rewrite.translate(graph, probing, super::translateToPlan);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Slipstream could not translate a plan; it runs on stock Flink.", e);
            return null;
        }
    }

    @Override
    public String explain(List<Operation> operations, ExplainFormat format, ExplainDetail... details) {
        explaining = true;
        try {
            return Explanation.with(super.explain(operations, format, details), reportIfEnabled(), UnknownOptions.warnings(getTableConfig()));
        } finally {
            explaining = false;
        }
    }

    @Override
    public String explainPlan(InternalPlan plan, ExplainDetail... details) {
        explaining = true;
        try {
            return Explanation.with(super.explainPlan(plan, details), reportIfEnabled(), UnknownOptions.warnings(getTableConfig()));
        } finally {
            explaining = false;
        }
    }

    private @Nullable PlanReport reportIfEnabled() {
        return SlipstreamOptions.isEnabled(getTableConfig()) ? report : null;
    }

    /** As Flink makes one for each translation, so that nothing is left in the environment. */
    private StreamPlanner throwAwayPlanner() {
        return new StreamPlanner(
                new DefaultExecutor(new DummyStreamExecutionEnvironment(getExecEnv())),
                context.getTableConfig(),
                context.getModuleManager(),
                context.getFunctionCatalog(),
                context.getCatalogManager(),
                context.getClassLoader());
    }
}
