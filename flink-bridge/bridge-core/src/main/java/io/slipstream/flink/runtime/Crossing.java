package io.slipstream.flink.runtime;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Watermarks of a fragment that acts on them: they are sent to it. A status stays here, and must neither overtake a watermark that
 * is under way nor fall behind the next.
 *
 * @param statusInTurn false when statuses are made in their turn, and IDLE only where it may be
 */
record Crossing(Output<?> output, FrameQueue queue, Sender sender, boolean statusInTurn) implements WatermarkTarget {

    /** Sends a watermark behind the rows that came before it. */
    interface Sender {
        void send(Watermark mark) throws Exception;
    }

    @Override
    public void emitWatermark(Watermark mark) throws Exception {
        sender.send(mark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
        if (statusInTurn) {
            queue.inTurn(() -> output.emitWatermarkStatus(status));
        } else {
            output.emitWatermarkStatus(status);
        }
    }

    @Override
    public boolean mayBecomeIdle() {
        return queue.isEmpty();
    }
}
