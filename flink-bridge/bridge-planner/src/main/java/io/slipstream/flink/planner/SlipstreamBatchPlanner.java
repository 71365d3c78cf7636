package io.slipstream.flink.planner;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.UnknownOptions;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.BatchPlanner;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flink's batch planner; only says that nothing is accelerated when somebody asked for it. */
final class SlipstreamBatchPlanner extends BatchPlanner {

    private static final Logger LOG = LoggerFactory.getLogger(SlipstreamBatchPlanner.class);
    private static final PlanReport REPORT = PlanReport.refused("batch mode runs on stock Flink");

    private boolean explaining;

    SlipstreamBatchPlanner(PlannerFactory.Context context) {
        super(
                context.getExecutor(),
                context.getTableConfig(),
                context.getModuleManager(),
                context.getFunctionCatalog(),
                context.getCatalogManager(),
                context.getClassLoader());
    }

    @Override
    public List<Transformation<?>> translateToPlan(ExecNodeGraph graph) {
        if (!explaining) {
            UnknownOptions.warnings(getTableConfig()).forEach(LOG::warn);
            if (enabled()) {
                LOG.info(REPORT.logLine());
            }
        }
        return super.translateToPlan(graph);
    }

    @Override
    public String explain(List<Operation> operations, ExplainFormat format, ExplainDetail... details) {
        explaining = true;
        try {
            String stock = super.explain(operations, format, details);
            return Explanation.with(stock, enabled() ? REPORT : null, UnknownOptions.warnings(getTableConfig()));
        } finally {
            explaining = false;
        }
    }

    private boolean enabled() {
        return SlipstreamOptions.isEnabled(getTableConfig());
    }
}
