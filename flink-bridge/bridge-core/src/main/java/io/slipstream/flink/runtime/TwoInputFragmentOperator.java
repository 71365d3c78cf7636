package io.slipstream.flink.runtime;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.ExceptionUtils;

/**
 * Runs a fragment that joins two inputs, both behind exchanges. Their watermarks and statuses are combined here, by Flink's base class as
 * those of its own joins: the one that crosses over is the least of the inputs that are not idle. Rows of one input keep their order;
 * between the inputs there is none, as in Flink's network.
 */
final class TwoInputFragmentOperator extends FragmentOperatorBase
        implements TwoInputStreamOperator<RowsPiece, RowsPiece, RowData>, BoundedMultiInput {

    private static final long serialVersionUID = 1L;

    private final InputBatch first;
    private final InputBatch second;
    private int endedInputs;

    TwoInputFragmentOperator(StreamOperatorParameters<RowData> parameters, FragmentSpec spec) {
        super(parameters, spec);
        first = batchOf(0);
        second = batchOf(1);
    }

    @Override
    public void processElement1(StreamRecord<RowsPiece> element) throws Exception {
        processPiece(first, element.getValue());
    }

    @Override
    public void processElement2(StreamRecord<RowsPiece> element) throws Exception {
        processPiece(second, element.getValue());
    }

    /** As the base class, but a status waits for its turn among what is under way. */
    @Override
    protected void processWatermarkStatus(WatermarkStatus status, int index) throws Exception {
        boolean wasIdle = combinedWatermark.isIdle();
        if (combinedWatermark.updateStatus(index, status.isIdle())) {
            processWatermark(new Watermark(combinedWatermark.getCombinedWatermark()));
        }
        if (wasIdle != combinedWatermark.isIdle()) {
            processWatermarkStatus(status);
        }
    }

    @Override
    public void processLatencyMarker1(LatencyMarker marker) throws Exception {
        processLatencyMarker(marker);
    }

    @Override
    public void processLatencyMarker2(LatencyMarker marker) throws Exception {
        processLatencyMarker(marker);
    }

    @Override
    public void processRecordAttributes1(RecordAttributes attributes) {
        attributesInTurn(() -> super.processRecordAttributes1(attributes));
    }

    @Override
    public void processRecordAttributes2(RecordAttributes attributes) {
        attributesInTurn(() -> super.processRecordAttributes2(attributes));
    }

    /** The base class, which remembers those of both inputs, lets nothing checked through. */
    private void attributesInTurn(Runnable action) {
        try {
            inTurn(action::run);
        } catch (Exception e) {
            ExceptionUtils.rethrow(e);
        }
    }

    @Override
    public void processWatermark1(WatermarkEvent watermark) throws Exception {
        processWatermark(watermark);
    }

    @Override
    public void processWatermark2(WatermarkEvent watermark) throws Exception {
        processWatermark(watermark);
    }

    /** @param inputId 1 or 2 */
    @Override
    public void endInput(int inputId) throws Exception {
        drainBeforeEnd();
        sendEnd(inputId == 1 ? first.input() : second.input());
        endedInputs++;
        finished = endedInputs == 2;
    }
}
