package io.slipstream.flink.planner;

import java.util.Set;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecLegacySink;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExpand;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecIncrementalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecLocalGroupAggregate;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Timestamps that stream records carry beside the row, e.g. that of the Kafka record. Flink's generated operators and its bundling
 * ones drop them. Union, exchange, filter of update-before rows, assigners of watermarks and mini-batches hand them on, and so
 * does a GroupAggregate that updates row by row: its results carry the timestamp of the row that caused them. A fragment never
 * does, which only a sink can see that shows them to the user: the one of {@code toDataStream}.
 */
final class RecordTimestamps {

    private static final String EXTERNAL_SINK = "ExternalDynamicSink";

    private static final Set<Class<?>> DROP_THEM =
            Set.of(
                    StreamExecCalc.class,
                    StreamExecExpand.class,
                    StreamExecLocalGroupAggregate.class,
                    StreamExecGlobalGroupAggregate.class,
                    StreamExecIncrementalGroupAggregate.class);

    private RecordTimestamps() {}

    /** Whether rows reach this sink with the timestamps of their source, and the user may look at them. */
    static boolean areVisibleAt(ExecNode<?> sink, PlannerBase planner) {
        ExecNode<?> input = sink.getInputEdges().get(0).getSource();
        return isShownToTheUser(sink, planner) && !hasRowTime(input.getOutputType()) && comeFromASource(input);
    }

    private static boolean isShownToTheUser(ExecNode<?> sink, PlannerBase planner) {
        if (sink instanceof CommonExecSink tableSink) {
            Object table = tableSink.getTableSinkSpec().getTableSink(planner.getFlinkContext());
            return table.getClass().getSimpleName().equals(EXTERNAL_SINK);
        }
        return sink instanceof CommonExecLegacySink;
    }

    /** Then the sink sets the timestamp from it. */
    private static boolean hasRowTime(LogicalType rowType) {
        return rowType.getChildren().stream().anyMatch(LogicalTypeChecks::isRowtimeAttribute);
    }

    private static boolean comeFromASource(ExecNode<?> node) {
        if (DROP_THEM.contains(node.getClass())) {
            return false;
        }
        return PlanNodes.isSource(node) || node.getInputEdges().stream().anyMatch(edge -> comeFromASource(edge.getSource()));
    }
}
