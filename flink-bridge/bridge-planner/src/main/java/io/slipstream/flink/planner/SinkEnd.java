package io.slipstream.flink.planner;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.connector.RawCapableSink;
import io.slipstream.flink.kafka.KafkaEnds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.SinkTransformation;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;
import org.apache.flink.table.runtime.connector.sink.SinkRuntimeProviderContext;

/** A sink of the plan, seen from where its records enter it. */
final class SinkEnd {

    /** Sets the timestamp of each stream record to the row time. A table's Kafka sink does not look at it. */
    private static final String TIMESTAMP_INSERTER = "StreamRecordTimestampInserter";

    private final @Nullable String rawRefusal;
    private final @Nullable RawCapableSink rawCapable;
    private final List<String> operatorsBefore;
    private final boolean intoOpenBatches;

    private SinkEnd(
            @Nullable String rawRefusal, @Nullable RawCapableSink rawCapable, List<String> operatorsBefore, boolean intoOpenBatches) {
        this.rawRefusal = rawRefusal;
        this.rawCapable = rawCapable;
        this.operatorsBefore = operatorsBefore;
        this.intoOpenBatches = intoOpenBatches;
    }

    /**
     * Translates the node on an input of the given parallelism when its sink takes encoded records: only so is it known what
     * Flink puts in front of it.
     *
     * @param materialized whether that is a materializer, with a partitioner: those do not count, as the sidecar may take their place
     */
    static SinkEnd of(
            ExecNode<?> node, PlannerBase planner, ReadableConfig config, int inputParallelism, boolean materialized) {
        if (!config.get(SlipstreamOptions.RAW_SINKS)) {
            return refused("'" + SlipstreamOptions.RAW_SINKS.key() + "' is off");
        }
        if (!(node instanceof CommonExecSink sink)) {
            return refused("it takes rows, not records");
        }
        DynamicTableSink table = sink.getTableSinkSpec().getTableSink(planner.getFlinkContext());
        RawCapableSink rawCapable = table instanceof RawCapableSink raw ? raw : null;
        String refusal = rawCapable != null ? rawCapable.rawRefusal().orElse(null) : kafkaRefusal(sink, table);
        if (refusal != null) {
            return refused(refusal);
        }
        List<Transformation<?>> before = operatorsBefore(node, planner, inputParallelism);
        List<String> names = before.stream().map(Transformation::getName).toList();
        String inTheWay = before.stream()
                .filter(operator -> !operator.getName().startsWith(TIMESTAMP_INSERTER) && !SinkConstraints.isNotNullOnly(operator))
                .filter(operator -> !materialized || !SinkMaterializer.isPartOf(operator))
                .map(Transformation::getName)
                .findFirst()
                .orElse(null);
        return new SinkEnd(
                inTheWay == null ? null : "Flink puts " + inTheWay + " in front of it",
                rawCapable,
                names,
                config.get(SlipstreamOptions.RAW_SINKS_RECORD_BATCHES));
    }

    /** Why Flink has to encode the records of this sink; null when it takes encoded ones. */
    @Nullable
    String rawRefusal() {
        return rawRefusal;
    }

    /** Names of the operators that Flink puts between the last node and the sink; empty when that was not looked at. */
    List<String> operatorsBefore() {
        return operatorsBefore;
    }

    /** The stock sink on encoded records. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Transformation<?> onEncoded(Transformation<?> translated, Transformation<RowData> encoded) {
        SinkTransformation<RowData, ?> stock = (SinkTransformation<RowData, ?>) translated;
        Sink<?> sink = rawCapable == null ? KafkaEnds.rawSink(stock.getSink(), intoOpenBatches) : rawCapable.encodedSink();
        SinkTransformation<?, ?> onEncoded =
                new SinkTransformation(
                        new DataStream<>(stock.getInputStream().getExecutionEnvironment(), encoded),
                        sink,
                        stock.getOutputType(),
                        stock.getName(),
                        stock.getParallelism(),
                        stock.isParallelismConfigured(),
                        stock.getSinkOperatorsUidHashes());
        if (stock.getChainingStrategy() != null) {
            onEncoded.setChainingStrategy(stock.getChainingStrategy());
        }
        TransformationCopy.attributes(stock, onEncoded);
        return onEncoded;
    }

    /** The end of a query that has no sink. */
    static SinkEnd collecting() {
        return refused("its rows are collected");
    }

    private static SinkEnd refused(String reason) {
        return new SinkEnd(reason, null, Collections.emptyList(), false);
    }

    private static @Nullable String kafkaRefusal(CommonExecSink node, DynamicTableSink table) {
        // Asking another connector for its sink could have effects; Kafka's has none.
        if (!table.getClass().getName().startsWith("org.apache.flink.streaming.connectors.kafka.")) {
            return table.asSummaryString() + " takes rows, not records";
        }
        DynamicTableSink.SinkRuntimeProvider provider =
                table.getSinkRuntimeProvider(new SinkRuntimeProviderContext(false, node.getTableSinkSpec().getTargetColumns()));
        return provider instanceof SinkV2Provider sink
                ? KafkaEnds.rawSinkRefusal(sink.createSink())
                : table.asSummaryString() + " merges its rows before it writes them";
    }

    private static List<Transformation<?>> operatorsBefore(ExecNode<?> node, PlannerBase planner, int inputParallelism) {
        List<ExecEdge> edges = node.getInputEdges();
        PlaceholderExecNode placeholder = new PlaceholderExecNode(edges.get(0).getSource(), inputParallelism);
        ExecNodeAccess.forgetTransformation(node);
        node.setInputEdges(List.of(ExecEdge.builder().source(placeholder).target(node).build()));
        try {
            List<Transformation<?>> operators = new ArrayList<>();
            Transformation<?> current = node.translateToPlan(planner);
            while (!current.getInputs().isEmpty()) {
                current = current.getInputs().get(0);
                operators.add(0, current);
            }
            operators.remove(0);
            return operators;
        } finally {
            node.setInputEdges(edges);
            ExecNodeAccess.forgetTransformation(node);
        }
    }
}
