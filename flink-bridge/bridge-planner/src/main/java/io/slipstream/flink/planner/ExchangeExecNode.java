package io.slipstream.flink.planner;

import io.slipstream.flink.runtime.PiecePartitioner;
import java.util.Collections;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;

/**
 * Flink's StreamExecExchange, on pieces instead of rows: the sidecar has computed the key group of each piece. That of a
 * SINGLETON exchange gets parallelism and max parallelism 1 from its base class, as Flink's does. Also the partitioner by primary
 * key that Flink puts between a sink and what materializes its rows.
 */
final class ExchangeExecNode extends ExecNodeBase<RowData> implements StreamExecNode<RowData>, SingleTransformationTranslator<RowData> {

    /** As in Flink's node: nothing is kept under this uid, but in a compiled plan everything has one. */
    private static final String TRANSFORMATION = "exchange";

    /** Flink's name of what it puts in front of a sink. */
    private static final String SINK_PARTITIONER = "Partitioner";

    private final ExecNode<?> replaced;
    private final FragmentOutputExecNode input;

    /** @param replaced an exchange, or a sink whose rows are materialized */
    ExchangeExecNode(ExecNode<?> replaced, FragmentOutputExecNode input) {
        super(
                replaced.getId(),
                new ExecNodeContext("stream-exec-slipstream-exchange_1"),
                new Configuration(),
                replaced.getInputProperties(),
                input.getOutputType(),
                replaced.getDescription());
        this.replaced = replaced;
        this.input = input;
        setInputEdges(Collections.emptyList());
        setCompiled(ExecNodeAccess.isCompiled(replaced));
    }

    boolean isOfSink() {
        return PlanNodes.isSink(replaced);
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        Transformation<RowData> pieces = input.translateToPlan(planner);
        PartitionTransformation<RowData> partition = new PartitionTransformation<>(pieces, partitioner());
        partition.setParallelism(ExecutionConfig.PARALLELISM_DEFAULT);
        partition.setName((isOfSink() ? SINK_PARTITIONER : NodeNames.kind(replaced)) + "[" + getId() + "]");
        partition.setDescription("[" + getId() + "]:" + (isOfSink() ? SINK_PARTITIONER : getDescription()));
        if (config.shouldSetUid()) {
            partition.setUid(createTransformationUid(isOfSink() ? CommonExecSink.PARTITIONER_TRANSFORMATION : TRANSFORMATION, config));
        }
        return partition;
    }

    private StreamPartitioner<RowData> partitioner() {
        if (isOfSink()) {
            return new PiecePartitioner<>();
        }
        return switch (Distribution.of(replaced)) {
            case SINGLETON -> new GlobalPartitioner<>();
            case HASH -> new PiecePartitioner<>();
            default -> throw new TableException(Distribution.of(replaced) + " is not supported now!");
        };
    }
}
