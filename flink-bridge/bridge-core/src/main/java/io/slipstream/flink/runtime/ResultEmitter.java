package io.slipstream.flink.runtime;

import io.slipstream.flink.lane.Lane;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.LaneRef;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.OutputTag;

/** Hands the outputs of a result to the operators behind this one. Rows carry no timestamp, as those of Flink's own operators. */
final class ResultEmitter {

    private final List<FragmentSpec.Output> specs;
    private final List<Consumer<RowData>> targets = new ArrayList<>();
    private final @Nullable BinaryRowData[] reusedRows;

    /** @param reuseRows whether whoever keeps a row copies it */
    ResultEmitter(List<FragmentSpec.Output> specs, Output<StreamRecord<RowData>> output, boolean reuseRows) {
        this.specs = specs;
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
    void emit(Result result, @Nullable Lane lane, LongConsumer onMark) throws IOException {
        int mark = 0;
        for (int i = 0; i <= result.getOutputsCount(); i++) {
            while (mark < result.getMarksCount() && result.getMarks(mark).getAfterOutputs() <= i) {
                onMark.accept(result.getMarks(mark++).getTimestampMs());
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
        if (spec.form() == Form.FORM_RAW) {
            EncodedBatch.forEach(payload, batch.getRowCount(), target);
        } else {
            RowBatch.forEach(payload, batch.getRowCount(), spec.rowType().getFieldCount(), reusedRows[spec.index()], target);
        }
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
