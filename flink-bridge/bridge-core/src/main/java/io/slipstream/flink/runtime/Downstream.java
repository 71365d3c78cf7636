package io.slipstream.flink.runtime;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** Watermarks of a fragment that does not look at them. */
record Downstream(Output<?> output) implements WatermarkTarget {

    @Override
    public void emitWatermark(Watermark mark) {
        output.emitWatermark(mark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        output.emitWatermarkStatus(status);
    }

    @Override
    public boolean mayBecomeIdle() {
        return true;
    }
}
