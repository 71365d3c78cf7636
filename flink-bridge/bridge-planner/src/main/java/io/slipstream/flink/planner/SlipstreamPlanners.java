package io.slipstream.flink.planner;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;

/** Makes the planners; follows Flink's {@code DefaultPlannerFactory}. */
public final class SlipstreamPlanners {

    /** Tests put canned answers here. */
    static volatile PlanChecker checker = PlanChecker.sidecar();

    private SlipstreamPlanners() {}

    public static Planner create(PlannerFactory.Context context) {
        RuntimeExecutionMode mode = context.getTableConfig().get(ExecutionOptions.RUNTIME_MODE);
        switch (mode) {
            case STREAMING:
                return new SlipstreamStreamPlanner(context, checker);
            case BATCH:
                return new SlipstreamBatchPlanner(context);
            default:
                throw new TableException(
                        String.format(
                                "Unsupported mode '%s' for '%s'. Only an explicit BATCH or STREAMING mode is supported in Table API.",
                                mode, ExecutionOptions.RUNTIME_MODE.key()));
        }
    }
}
