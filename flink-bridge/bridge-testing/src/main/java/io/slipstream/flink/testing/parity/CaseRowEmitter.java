package io.slipstream.flink.testing.parity;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.DeserializationException;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Decodes records as a Kafka table does: {@code KafkaRecordEmitter} and {@code DynamicKafkaDeserializationSchema} with the metadata
 * columns behind the physical ones.
 *
 * <p>The pushed-down watermark generator is called here and not by Flink's timer, so that watermarks come at the marks only.
 */
final class CaseRowEmitter implements CaseEmitter<RowData> {

    private final CaseDecoder decoder;
    private final List<CaseMetadata> metadata;
    private final WatermarkStrategy<RowData> strategy;
    private final CaseTaskContext context;
    private final TreeMap<Integer, Split> splits = new TreeMap<>();

    private CaseRowEmitter(
            CaseDecoder decoder,
            List<CaseMetadata> metadata,
            WatermarkStrategy<RowData> strategy,
            CaseTaskContext context) {
        this.decoder = decoder;
        this.metadata = metadata;
        this.strategy = strategy;
        this.context = context;
    }

    /** {@code strategy} is null when no watermark was pushed down. */
    record Factory(CaseDecoder decoder, List<CaseMetadata> metadata, WatermarkStrategy<RowData> strategy)
            implements CaseEmitter.Factory<RowData> {
        @Override
        public CaseEmitter<RowData> create(SourceReaderContext readerContext) throws Exception {
            CaseTaskContext context = new CaseTaskContext(readerContext);
            decoder.open(context);
            return new CaseRowEmitter(decoder, metadata, strategy, context);
        }
    }

    @Override
    public int records(String table, int partition, long firstOffset, List<CaseMessage> records, SourceOutput<RowData> output)
            throws Exception {
        Split split = split(partition);
        CaseMessage record = records.get(0);
        long timestampMs = CaseMetadata.timestampMs(firstOffset);
        decoder.decode(
                record,
                table,
                partition,
                firstOffset,
                new RowCollector(record.rowKind(), row -> withMetadata(row, table, partition, firstOffset), row -> {
                    output.collect(row, timestampMs);
                    if (split != null) {
                        split.generator.onEvent(row, split.assigner.extractTimestamp(row, timestampMs), output);
                    }
                }));
        return 1;
    }

    private RowData withMetadata(RowData row, String table, int partition, long offset) {
        if (metadata.isEmpty()) {
            return row;
        }
        if (row == null) {
            throw new DeserializationException(
                    "Invalid null value received in non-upsert mode. Could not to set row kind for output record.");
        }
        GenericRowData physical = (GenericRowData) row;
        GenericRowData result = new GenericRowData(row.getRowKind(), row.getArity() + metadata.size());
        for (int i = 0; i < row.getArity(); i++) {
            result.setField(i, physical.getField(i));
        }
        for (int i = 0; i < metadata.size(); i++) {
            result.setField(row.getArity() + i, metadata.get(i).read(table, partition, offset));
        }
        return result;
    }

    @Override
    public void watermark(String table, int partition, Long timestampMs, SourceOutput<RowData> output) {
        if (timestampMs != null) {
            output.emitWatermark(new Watermark(timestampMs));
        } else if (strategy != null) {
            split(partition).generator.onPeriodicEmit(output);
        }
    }

    private Split split(int partition) {
        return strategy == null ? null : splits.computeIfAbsent(partition, number -> new Split(strategy, context));
    }

    /** The generator of a split; Flink has one for each Kafka partition, too. */
    private static final class Split {
        final WatermarkGenerator<RowData> generator;
        final TimestampAssigner<RowData> assigner;

        Split(WatermarkStrategy<RowData> strategy, CaseTaskContext context) {
            generator = strategy.createWatermarkGenerator(context);
            assigner = strategy.createTimestampAssigner(context);
        }
    }

    /** Changes a decoded row and hands it on. */
    private record RowCollector(
            RowKind kind, UnaryOperator<RowData> change, Consumer<RowData> next)
            implements Collector<RowData> {
        @Override
        public void collect(RowData row) {
            if (row != null && kind != RowKind.INSERT) {
                row.setRowKind(kind);
            }
            next.accept(change.apply(row));
        }

        @Override
        public void close() {}
    }
}
