package io.slipstream.flink.runtime;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** Where the watermarks that the bridge makes go: downstream, or over to a fragment that acts on them. */
interface WatermarkTarget {

    void emitWatermark(Watermark mark) throws Exception;

    /** A status stays in the bridge, in either case. */
    void emitWatermarkStatus(WatermarkStatus status) throws Exception;

    /** False while watermarks of before are under way: downstream would ignore them once it was told that this input is idle. */
    boolean mayBecomeIdle();
}
