package io.slipstream.flink.planner;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.connector.RawCapableSource;
import io.slipstream.flink.kafka.KafkaEnds;
import io.slipstream.flink.proto.FragmentInput;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecTableSourceScan;
import org.apache.flink.table.types.logical.RowType;

/** A source of the plan, seen from where its records leave it. */
final class SourceEnd {

    private final ExecNode<?> node;
    private final @Nullable String rawRefusal;
    private final @Nullable RawCapableSource rawCapable;

    private SourceEnd(ExecNode<?> node, @Nullable String rawRefusal, @Nullable RawCapableSource rawCapable) {
        this.node = node;
        this.rawRefusal = rawRefusal;
        this.rawCapable = rawCapable;
    }

    /** Translates the node: only its source and watermark strategy, as they will run, can say whether records can leave undecoded. */
    static SourceEnd of(ExecNode<?> node, PlannerBase planner, ReadableConfig config) {
        if (!config.get(SlipstreamOptions.RAW_SOURCES)) {
            return new SourceEnd(node, "'" + SlipstreamOptions.RAW_SOURCES.key() + "' is off", null);
        }
        if (!(node instanceof CommonExecTableSourceScan scan)) {
            return new SourceEnd(node, "its rows are not decoded from records", null);
        }
        DynamicTableSource table = scan.getTableSourceSpec().getScanTableSource(planner.getFlinkContext(), planner.getTypeFactory());
        if (table instanceof RawCapableSource raw) {
            return new SourceEnd(node, raw.rawRefusal().orElse(WatermarkPushDown.refusal(scan)), raw);
        }
        SourceTransformation<RowData, ?, ?> source = sourceOf(rowsOf(node, planner));
        if (source == null) {
            return new SourceEnd(node, table.asSummaryString() + " is not a source of undecoded records", null);
        }
        String refusal = KafkaEnds.rawSourceRefusal(source.getSource());
        return new SourceEnd(node, refusal != null ? refusal : KafkaEnds.watermarkRefusal(source.getWatermarkStrategy()), null);
    }

    /** Why Flink has to decode the records of this source; null when they can leave it undecoded. */
    @Nullable
    String rawRefusal() {
        return rawRefusal;
    }

    /** The stock source's rows. */
    @SuppressWarnings("unchecked")
    static Transformation<RowData> rowsOf(ExecNode<?> node, PlannerBase planner) {
        return (Transformation<RowData>) node.translateToPlan(planner);
    }

    /** The source's undecoded records; name, uid and parallelism are the stock source's. */
    Transformation<PackedRecords> packed(PlannerBase planner, FragmentInput input, BatchLimits limits) {
        Transformation<RowData> rows = rowsOf(node, planner);
        SourceTransformation<RowData, ?, ?> stock = sourceOf(rows);
        if (stock == null) {
            throw new IllegalStateException("expected a source under " + node.getDescription() + ", found " + rows);
        }
        Transformation<PackedRecords> packed =
                rawCapable == null
                        ? KafkaEnds.packedSource(stock, input.getSections(), limits)
                        : packedLike(stock, rawCapable, input);
        TransformationCopy.attributes(stock, packed);
        return rows instanceof SourceTransformationWrapper ? new SourceTransformationWrapper<>(packed) : packed;
    }

    FragmentSpec.Input packedInput(PlannerBase planner, FragmentInput input) {
        RowType type = (RowType) node.getOutputType();
        SourceTransformation<RowData, ?, ?> stock = sourceOf(rowsOf(node, planner));
        if (rawCapable == null) {
            return KafkaEnds.rawInput(input.getIndex(), stock, type);
        }
        FragmentSpec.WatermarkSettings watermarks =
                input.getComputesWatermarks()
                        ? new FragmentSpec.WatermarkSettings(idleTimeout(), rawCapable.emitsWatermarksOnMarks())
                        : null;
        return new FragmentSpec.Input(input.getIndex(), input.getForm(), type, rawCapable.recordDecoder(), watermarks);
    }

    private @Nullable Duration idleTimeout() {
        return WatermarkPushDown.idleTimeout((CommonExecTableSourceScan) node);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Transformation<PackedRecords> packedLike(
            SourceTransformation<RowData, ?, ?> stock, RawCapableSource table, FragmentInput input) {
        return new SourceTransformation(
                stock.getName(),
                table.packedSource(input.getSections()),
                WatermarkStrategy.noWatermarks(),
                PackedRecordsTypeInfo.INSTANCE,
                stock.getParallelism(),
                stock.isParallelismConfigured());
    }

    /** Null when it is no source of the current API. */
    @SuppressWarnings("unchecked")
    private static @Nullable SourceTransformation<RowData, ?, ?> sourceOf(Transformation<RowData> rows) {
        Transformation<RowData> inner = rows instanceof SourceTransformationWrapper<RowData> wrapper ? wrapper.getInput() : rows;
        return inner instanceof SourceTransformation ? (SourceTransformation<RowData, ?, ?>) inner : null;
    }
}
