package io.slipstream.flink.planner;

import java.util.Set;
import org.apache.flink.table.planner.codegen.CodeGenUtils;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecLegacySink;
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
 * does. Almost nobody can see that: {@code toDataStream}, {@code toChangelogStream} and the conversion in front of a legacy sink drop
 * them, too. A legacy sink without a conversion shows them: one of a class that Flink uses itself, as in
 * {@code toAppendStream(table, Long.class)}.
 */
final class RecordTimestamps {

    private static final Set<Class<?>> DROP_THEM =
            Set.of(
                    StreamExecCalc.class,
                    StreamExecExpand.class,
                    StreamExecLocalGroupAggregate.class,
                    StreamExecGlobalGroupAggregate.class,
                    StreamExecIncrementalGroupAggregate.class);

    private RecordTimestamps() {}

    /** Whether rows reach this sink with the timestamps of their source, and the user may look at them. */
    static boolean areVisibleAt(ExecNode<?> sink) {
        ExecNode<?> input = sink.getInputEdges().get(0).getSource();
        return takesRowsAsTheyAre(sink) && !hasRowTime(input.getOutputType()) && comeFromASource(input);
    }

    private static boolean takesRowsAsTheyAre(ExecNode<?> sink) {
        return sink instanceof CommonExecLegacySink<?> legacy
                && CodeGenUtils.isInternalClass(ExecNodeAccess.tableSink(legacy).getConsumedDataType());
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
