package io.slipstream.flink.runtime;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Where {@link SplitWatermarks} emits to. Its events are dropped: the rows they stand for were emitted before them.
 *
 * @param output of the operator
 * @param target of watermarks and their status
 */
record WatermarksToOutput<T>(Output<?> output, WatermarkTarget target) implements DataOutput<T> {

    @Override
    public void emitRecord(StreamRecord<T> event) {}

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
        target.emitWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
        target.emitWatermarkStatus(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        output.emitLatencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        output.emitRecordAttributes(attributes);
    }

    @Override
    public void emitWatermark(WatermarkEvent watermark) {
        output.emitWatermark(watermark);
    }
}
