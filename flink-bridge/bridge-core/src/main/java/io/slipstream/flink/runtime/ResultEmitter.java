package io.slipstream.flink.runtime;

import io.slipstream.flink.lane.Lane;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.LaneRef;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.OutputTarget;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.OutputTag;

/** Hands the outputs of a result to the operators behind this one. Rows carry no timestamp, as those of Flink's own operators. */
final class ResultEmitter {

    /** Takes a watermark that belongs between two outputs. */
    interface MarkTarget {
        void mark(long timestampMs) throws Exception;
    }

    private final List<FragmentSpec.Output> specs;
    private final List<OutputTarget> channels;
    private final Output<StreamRecord<RowData>> output;
    private final IntConsumer onPiece;
    private final List<Consumer<RowData>> targets = new ArrayList<>();
    private final @Nullable BinaryRowData[] reusedRows;

    /**
     * @param channels by output index, of those that consist of pieces
     * @param reuseRows whether whoever keeps a row copies it
     * @param onPiece told how many rows a piece has, after it was emitted
     */
    ResultEmitter(
            List<FragmentSpec.Output> specs,
            List<OutputTarget> channels,
            Output<StreamRecord<RowData>> output,
            boolean reuseRows,
            IntConsumer onPiece) {
        this.specs = specs;
        this.channels = channels;
        this.output = output;
        this.onPiece = onPiece;
        this.reusedRows = new BinaryRowData[specs.size()];
        for (FragmentSpec.Output spec : specs) {
            targets.add(targetOf(spec, output));
            if (reuseRows && spec.form() == Form.FORM_ROWS) {
                reusedRows[spec.index()] = new BinaryRowData(spec.rowType().getFieldCount());
            }
        }
    }

    private static Consumer<RowData> targetOf(FragmentSpec.Output spec, Output<StreamRecord<RowData>> output) {
        StreamRecord<RowData> record = new StreamRecord<>(null);
        if (spec.index() == 0) {
            return row -> output.collect(withoutTimestamp(record, row));
        }
        OutputTag<RowData> tag = spec.tag();
        return row -> output.collect(tag, withoutTimestamp(record, row));
    }

    /** An operator behind us may have put a timestamp on the record that is used again. */
    private static StreamRecord<RowData> withoutTimestamp(StreamRecord<RowData> record, RowData row) {
        record.eraseTimestamp();
        return record.replace(row);
    }

    /** @param onMark takes the watermarks that belong between the outputs, in their place */
    void emit(Result result, @Nullable Lane lane, MarkTarget onMark) throws Exception {
        int mark = 0;
        for (int i = 0; i <= result.getOutputsCount(); i++) {
            while (mark < result.getMarksCount() && result.getMarks(mark).getAfterOutputs() <= i) {
                onMark.mark(result.getMarks(mark++).getTimestampMs());
            }
            if (i == result.getOutputsCount()) {
                return;
            }
            OutputBatch batch = result.getOutputs(i);
            if (batch.getOutput() < 0 || batch.getOutput() >= specs.size()) {
                throw new IOException("SLIP-2004: expected an output below " + specs.size() + ", found " + batch.getOutput());
            }
            emit(batch, bytesOf(batch.getPayload(), lane));
        }
    }

    private void emit(OutputBatch batch, ByteBuffer payload) throws IOException {
        FragmentSpec.Output spec = specs.get(batch.getOutput());
        Consumer<RowData> target = targets.get(batch.getOutput());
        if (spec.form() == Form.FORM_PIECES) {
            emitPiece(spec, batch, payload);
        } else if (spec.form() == Form.FORM_RAW) {
            EncodedBatch.forEach(payload, batch.getRowCount(), target);
        } else {
            RowBatch.forEach(payload, batch.getRowCount(), spec.rowType().getFieldCount(), reusedRows[spec.index()], target);
        }
    }

    /** A piece is no row, and never cast to one: the stream is declared so because the operator's other outputs are rows. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private void emitPiece(FragmentSpec.Output spec, OutputBatch batch, ByteBuffer payload) throws IOException {
        int maxParallelism = channels.get(spec.index()).getMaxParallelism();
        Batches.check(
                batch.getKeyGroup() >= 0 && batch.getKeyGroup() < maxParallelism,
                "a piece of key group %d of %d",
                batch.getKeyGroup(),
                maxParallelism);
        int rowCount = batch.getRowCount();
        int found = payload.limit() < Integer.BYTES ? -1 : payload.getInt(0);
        Batches.check(found == rowCount, "a piece of %d rows, %d expected", found, rowCount);
        byte[] rows = new byte[payload.limit()];
        payload.get(0, rows);
        StreamRecord record = new StreamRecord<>(new RowsPiece(batch.getKeyGroup(), rowCount, rows));
        if (spec.index() == 0) {
            ((Output) output).collect(record);
        } else {
            output.collect((OutputTag) spec.tag(), record);
        }
        onPiece.accept(rowCount);
    }

    private static ByteBuffer bytesOf(Payload payload, @Nullable Lane lane) throws IOException {
        if (payload.getCarrierCase() == Payload.CarrierCase.INLINE) {
            return payload.getInline().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        }
        LaneRef reference = payload.getLane();
        long end = (long) reference.getOffset() + reference.getLength();
        if (lane == null
                || reference.getSlot() < 0
                || reference.getSlot() >= lane.slotCount()
                || reference.getOffset() < 0
                || reference.getLength() < 0
                || end > lane.slotBytes()) {
            throw new IOException("SLIP-2004: lane reference out of range: slot " + reference.getSlot() + " up to " + end);
        }
        return lane.read(reference.getSlot(), reference.getOffset(), reference.getLength());
    }
}
