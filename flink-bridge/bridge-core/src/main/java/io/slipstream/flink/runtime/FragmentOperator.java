package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Result;
import javax.annotation.Nullable;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;

/**
 * Runs a fragment of one input, which may also be a packed source: then watermarks are made here, and so are those of an assigner in the
 * fragment.
 *
 * @param <IN> {@link PackedRecords} when the input's form is RAW, {@link RowsPiece} when it is PIECES, {@link RowData} when it is ROWS
 */
final class FragmentOperator<IN> extends FragmentOperatorBase implements OneInputStreamOperator<IN, RowData>, BoundedOneInput {

    private static final long serialVersionUID = 1L;

    private final Form form;
    /** Null when the input is packed. */
    private final @Nullable InputBatch batch;

    private @Nullable SplitWatermarks splitWatermarks;
    private @Nullable AssignedWatermarks assignedWatermarks;

    FragmentOperator(StreamOperatorParameters<RowData> parameters, FragmentSpec spec) {
        super(parameters, spec);
        form = spec.input().form();
        batch = form == Form.FORM_RAW ? null : batchOf(0);
    }

    @Override
    void startWatermarks(TaskIOMetricGroup taskMetrics) {
        if (spec.watermarkAssignment() != null) {
            assignedWatermarks = new AssignedWatermarks(
                    spec.watermarkAssignment().idleTimeoutMs(),
                    getExecutionConfig().getAutoWatermarkInterval(),
                    getProcessingTimeService(),
                    taskMetrics,
                    watermarkTarget(false));
        }
        if (spec.input().watermarks() != null) {
            splitWatermarks = new SplitWatermarks(
                    spec.input().watermarks(),
                    getProcessingTimeService(),
                    getMetricGroup(),
                    taskMetrics,
                    getExecutionConfig().getAutoWatermarkInterval(),
                    new WatermarksToOutput<>(output, watermarkTarget(true)));
        }
    }

    private WatermarkTarget watermarkTarget(boolean statusInTurn) {
        return spec.consumesWatermarks() ? new Crossing(output, queue, this::cross, statusInTurn) : new Downstream(output);
    }

    // ---- in ----

    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        switch (form) {
            case FORM_RAW -> processPacked((PackedRecords) element.getValue());
            case FORM_PIECES -> processPiece(batch, (RowsPiece) element.getValue());
            default -> processRow(batch, (RowData) element.getValue());
        }
    }

    private void processPacked(PackedRecords records) throws Exception {
        fragmentMetrics.packedElementArrived();
        switch (records.kind()) {
            case RECORDS -> {
                queue.handleArrived();
                Batch.Builder batch = Batch.newBuilder()
                        .setSplitId(records.splitId())
                        .setTopic(records.topic())
                        .setPartition(records.partition());
                send(spec.input().index(), batch, records.recordCount(), records.payload(), records);
            }
            case SPLIT_ADDED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitAdded(records.splitId())));
            case SPLIT_FINISHED -> inTurn(() -> ifWatermarks(() -> splitWatermarks.splitFinished(records.splitId())));
            case WATERMARK_MARK -> {
                if (spec.consumesWatermarks()) {
                    // What follows must not be sent before the watermark, which the rows in flight may still raise.
                    queue.drain();
                }
                inTurn(() -> ifWatermarks(() -> splitWatermarks.mark(
                        records.splitId(), records.watermarkMs(), getProcessingTimeService().getCurrentProcessingTime())));
            }
        }
    }

    private void ifWatermarks(Runnable action) {
        if (splitWatermarks != null) {
            action.run();
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (assignedWatermarks != null) {
            if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
                inTurn(assignedWatermarks::emitLast);
            }
            return;
        }
        if (splitWatermarks != null && mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
            splitWatermarks.stop();
        }
        super.processWatermark(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        if (assignedWatermarks == null) {
            super.processWatermarkStatus(status);
        } else {
            inTurn(() -> assignedWatermarks.emitStatus(status));
        }
    }

    // ---- answers ----

    @Override
    void beforeOutputs(Result result) throws Exception {
        if (assignedWatermarks != null) {
            assignedWatermarks.beforeRows(result.getRowsIn());
        }
    }

    @Override
    void afterBatch(Result result, @Nullable PackedRecords records) {
        if (splitWatermarks != null && records != null && result.getRowsIn() > 0) {
            splitWatermarks.rowsEmitted(records.splitId(), result.getHasWatermark(), result.getWatermarkMs());
        } else if (assignedWatermarks != null && result.getHasWatermark()) {
            assignedWatermarks.afterRows(result.getWatermarkMs());
        }
    }

    @Override
    void emitMark(long timestampMs) throws Exception {
        if (assignedWatermarks != null && !spec.consumesWatermarks()) {
            assignedWatermarks.mark(timestampMs);
        } else {
            super.emitMark(timestampMs);
        }
    }

    // ---- the end ----

    @Override
    public void endInput() throws Exception {
        drainBeforeEnd();
        if (spec.consumesWatermarks() && assignedWatermarks != null) {
            // Flink's assigner sends its last watermark before the operators behind it see the end.
            assignedWatermarks.emitLast();
        }
        sendEnd(spec.input().index());
        if (splitWatermarks != null) {
            splitWatermarks.stop();
        }
        finished = true;
    }

    @Override
    public void finish() throws Exception {
        if (finished) {
            queue.drain();
        }
        if (assignedWatermarks != null) {
            assignedWatermarks.emitLast();
        }
        super.finish();
    }

    @Override
    public void close() throws Exception {
        closed = true;
        queue.close();
        try {
            if (splitWatermarks != null) {
                splitWatermarks.close();
            }
            if (assignedWatermarks != null) {
                assignedWatermarks.close();
            }
        } finally {
            super.close();
        }
    }
}
