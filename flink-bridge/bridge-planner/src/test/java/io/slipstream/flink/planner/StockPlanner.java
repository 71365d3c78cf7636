package io.slipstream.flink.planner;

import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.StreamPlanner;

/** Flink's own planner beside one of ours, on the same catalogs and configuration. */
final class StockPlanner {

    private StockPlanner() {}

    static StreamPlanner like(SlipstreamStreamPlanner ours) {
        return new StreamPlanner(
                new DefaultExecutor(ours.getExecEnv()),
                ours.getTableConfig(),
                ours.moduleManager(),
                ours.functionCatalog(),
                ours.catalogManager(),
                ours.getFlinkContext().getClassLoader());
    }
}
