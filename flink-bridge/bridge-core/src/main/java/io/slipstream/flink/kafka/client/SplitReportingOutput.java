package io.slipstream.flink.kafka.client;

import io.slipstream.flink.runtime.PackedRecords;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/**
 * SourceReaderBase releases a split's output when the split's last record was emitted: that is the moment for word of its end.
 *
 * @param target the operator's
 */
record SplitReportingOutput(ReaderOutput<PackedRecords> target) implements ReaderOutput<PackedRecords> {

    @Override
    public void collect(PackedRecords records) {
        target.collect(records);
    }

    @Override
    public void collect(PackedRecords records, long timestampMs) {
        target.collect(records, timestampMs);
    }

    @Override
    public SourceOutput<PackedRecords> createOutputForSplit(String splitId) {
        return target.createOutputForSplit(splitId);
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        target.releaseOutputForSplit(splitId);
        target.collect(PackedRecords.splitFinished(splitId));
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        target.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
        target.markIdle();
    }

    @Override
    public void markActive() {
        target.markActive();
    }
}
