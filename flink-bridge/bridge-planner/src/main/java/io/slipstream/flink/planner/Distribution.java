package io.slipstream.flink.planner;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty.DistributionType;

/** Where rows run in parallel, and where they come together. */
final class Distribution {

    private Distribution() {}

    /** How an exchange spreads its rows. */
    static DistributionType of(ExecNode<?> exchange) {
        return exchange.getInputProperties().get(0).getRequiredDistribution().getType();
    }

    /** As {@code ExecNodeBase.inputsContainSingleton}: Flink runs such a node in one subtask that can never become several. */
    static boolean needsOneSubtask(ExecNode<?> node) {
        return node.getInputProperties().stream()
                .map(InputProperty::getRequiredDistribution)
                .anyMatch(required -> required.getType() == DistributionType.SINGLETON);
    }

    /**
     * The parallelism of what Flink translates a node to: that of the source or exchange it reads, the first one where there are
     * several. {@link ExecutionConfig#PARALLELISM_DEFAULT} behind a hash exchange, which is not equal to the same number when it
     * is given: a sink with {@code sink.parallelism} compares them.
     */
    static int stockParallelism(ExecNode<?> node, PlannerBase planner) {
        if (needsOneSubtask(node)) {
            return 1;
        }
        if (PlanNodes.isExchange(node)) {
            return ExecutionConfig.PARALLELISM_DEFAULT;
        }
        return PlanNodes.isSource(node)
                ? SourceEnd.rowsOf(node, planner).getParallelism()
                : stockParallelism(node.getInputEdges().get(0).getSource(), planner);
    }
}
