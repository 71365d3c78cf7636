package io.slipstream.flink.planner;

import io.slipstream.flink.runtime.PiecePartitioner;
import java.util.Collections;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;

/**
 * Flink's StreamExecExchange, on pieces instead of rows: the sidecar has computed the key group of each piece. That of a
 * SINGLETON exchange gets parallelism and max parallelism 1 from its base class, as Flink's does.
 */
final class ExchangeExecNode extends ExecNodeBase<RowData> implements StreamExecNode<RowData>, SingleTransformationTranslator<RowData> {

    /** As in Flink's node: nothing is kept under this uid, but in a compiled plan everything has one. */
    private static final String TRANSFORMATION = "exchange";

    private final ExecNode<?> exchange;
    private final FragmentOutputExecNode input;

    ExchangeExecNode(ExecNode<?> exchange, FragmentOutputExecNode input) {
        super(
                exchange.getId(),
                new ExecNodeContext("stream-exec-slipstream-exchange_1"),
                new Configuration(),
                exchange.getInputProperties(),
                exchange.getOutputType(),
                exchange.getDescription());
        this.exchange = exchange;
        this.input = input;
        setInputEdges(Collections.emptyList());
        setCompiled(ExecNodeAccess.isCompiled(exchange));
    }

    @Override
    protected Transformation<RowData> translateToPlanInternal(PlannerBase planner, ExecNodeConfig config) {
        Transformation<RowData> pieces = input.translateToPlan(planner);
        PartitionTransformation<RowData> partition =
                switch (Distribution.of(exchange)) {
                    case SINGLETON -> new PartitionTransformation<>(pieces, new GlobalPartitioner<>());
                    case HASH -> new PartitionTransformation<>(pieces, new PiecePartitioner<>());
                    default -> throw new TableException(Distribution.of(exchange) + " is not supported now!");
                };
        partition.setParallelism(ExecutionConfig.PARALLELISM_DEFAULT);
        partition.setName(NodeNames.kind(exchange) + "[" + getId() + "]");
        partition.setDescription("[" + getId() + "]:" + getDescription());
        if (config.shouldSetUid()) {
            partition.setUid(createTransformationUid(TRANSFORMATION, config));
        }
        return partition;
    }
}
