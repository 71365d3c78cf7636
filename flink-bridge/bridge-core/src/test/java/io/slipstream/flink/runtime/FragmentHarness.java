package io.slipstream.flink.runtime;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.proto.Form;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.function.ThrowingRunnable;

/** A fragment's operator between a test and a {@link FakeSidecar}; its output as short text, for example "1:a" or "W5". */
final class FragmentHarness<IN> implements AutoCloseable {

    static final RowType ROW = RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));

    final OneInputStreamOperatorTestHarness<IN, RowData> operator;

    private FragmentHarness(FragmentSpec spec, Subtask subtask) throws Exception {
        this(new FragmentOperatorFactory<>(spec), spec, subtask);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private FragmentHarness(StreamOperatorFactory<RowData> factory, FragmentSpec spec, Subtask subtask) throws Exception {
        operator = spec.keyed()
                ? new KeyedOneInputStreamOperatorTestHarness<Byte, IN, RowData>(
                        factory, new NoKey<>(), Types.BYTE, subtask.maxParallelism, subtask.parallelism, subtask.index)
                : new OneInputStreamOperatorTestHarness<>(factory, subtask.maxParallelism, subtask.parallelism, subtask.index);
        boolean pieces = spec.outputs().get(0).form() == Form.FORM_PIECES;
        operator.setup(pieces ? (TypeSerializer) RowsPieceSerializer.INSTANCE : new EncodedOrRowSerializer());
        operator.getExecutionConfig().setAutoWatermarkInterval(200);
    }

    record Subtask(int maxParallelism, int parallelism, int index) {}

    /** The operator must never ask for a key. */
    private record NoKey<IN>() implements KeySelector<IN, Byte> {
        @Override
        public Byte getKey(IN element) {
            throw new AssertionError("asked for the key of " + element);
        }
    }

    /** Settings of a test. */
    static final class Settings {
        final Map<String, String> config = new HashMap<>();
        BatchLimits limits = new BatchLimits(2, 1 << 20, 10);
        FragmentSpec.WatermarkSettings watermarks;
        FragmentSpec.WatermarkAssignment assignment;
        RecordDecoder decoder;
        boolean keyed;
        boolean consumesWatermarks;
        Subtask subtask = new Subtask(1, 1, 0);

        Settings(FakeSidecar sidecar, Path directory, boolean lane) {
            config.put(SlipstreamOptions.SIDECAR_MODE.key(), "external");
            config.put(SlipstreamOptions.SIDECAR_ADDRESS.key(), sidecar.address());
            config.put(SlipstreamOptions.LANE_ENABLED.key(), Boolean.toString(lane));
            config.put(SlipstreamOptions.LANE_DIRECTORY.key(), directory.toString());
            config.put(SlipstreamOptions.LANE_SLOT_SIZE.key(), "4 kb");
        }

        FragmentHarness<RowData> rows() throws Exception {
            return new FragmentHarness<>(spec(FragmentSpec.Input.rows(0, ROW), Form.FORM_ROWS), subtask);
        }

        /** @param onRow what an operator behind the fragment does for each row, before it takes it */
        FragmentHarness<RowData> rows(ThrowingRunnable<Exception> onRow) throws Exception {
            FragmentSpec spec = spec(FragmentSpec.Input.rows(0, ROW), Form.FORM_ROWS);
            return new FragmentHarness<>(new YieldingNeighbour<>(new FragmentOperatorFactory<>(spec), onRow), spec, subtask);
        }

        FragmentHarness<RowData> rowsToPieces() throws Exception {
            return new FragmentHarness<>(spec(FragmentSpec.Input.rows(0, ROW), Form.FORM_PIECES), subtask);
        }

        FragmentHarness<RowsPiece> pieces() throws Exception {
            return new FragmentHarness<>(spec(FragmentSpec.Input.pieces(0, ROW), Form.FORM_ROWS), subtask);
        }

        FragmentHarness<PackedRecords> packed() throws Exception {
            FragmentSpec.Input input = new FragmentSpec.Input(0, Form.FORM_RAW, ROW, decoder, watermarks);
            return new FragmentHarness<>(spec(input, Form.FORM_RAW), subtask);
        }

        private FragmentSpec spec(FragmentSpec.Input input, Form output) {
            List<FragmentSpec.Output> outputs = List.of(new FragmentSpec.Output(0, output, ROW));
            byte[] plan = {1, 2, 3};
            return new FragmentSpec("fragment-1", plan, input, outputs, config, limits, assignment, keyed, consumesWatermarks);
        }
    }

    void open() throws Exception {
        operator.open();
    }

    void element(IN element) throws Exception {
        operator.processElement(new StreamRecord<>(element));
    }

    /** Runs the mails that arrive until the output has so many elements. */
    List<String> outputOf(int elementCount) throws Exception {
        return outputOf(operator, elementCount);
    }

    static List<String> outputOf(AbstractStreamOperatorTestHarness<?> operator, int elementCount) throws Exception {
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (operator.getOutput().size() < elementCount && System.nanoTime() < deadline) {
            runMails(operator);
            Thread.sleep(1);
        }
        return textsOf(operator.getOutput());
    }

    void runMails() throws Exception {
        runMails(operator);
    }

    private static void runMails(AbstractStreamOperatorTestHarness<?> operator) throws Exception {
        TaskMailbox mailbox = operator.getTaskMailbox();
        while (mailbox.hasMail()) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    List<String> output() {
        return textsOf(operator.getOutput());
    }

    static List<String> textsOf(Iterable<?> output) {
        List<String> texts = new ArrayList<>();
        for (Object element : output) {
            texts.add(text(element));
        }
        return texts;
    }

    private static String text(Object element) {
        if (element instanceof Watermark watermark) {
            return "W" + (watermark.equals(Watermark.MAX_WATERMARK) ? "max" : watermark.getTimestamp());
        }
        if (element instanceof WatermarkStatus status) {
            return status.isIdle() ? "idle" : "active";
        }
        Object value = ((StreamRecord<?>) element).getValue();
        if (value instanceof EncodedRecord encoded) {
            return (encoded.key() == null ? "" : new String(encoded.key()) + "=")
                    + (encoded.value() == null ? "null" : new String(encoded.value()));
        }
        if (value instanceof RowsPiece piece) {
            return piece.keyGroup() + rowsOf(piece).toString();
        }
        return text((RowData) value);
    }

    private static List<String> rowsOf(RowsPiece piece) {
        List<String> rows = new ArrayList<>();
        ByteBuffer payload = ByteBuffer.wrap(piece.rows()).order(ByteOrder.LITTLE_ENDIAN);
        try {
            RowBatch.forEach(payload, piece.rowCount(), ROW.getFieldCount(), null, row -> rows.add(text(row)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static String text(RowData row) {
        return row.getRowKind().shortString() + row.getLong(0) + ":" + (row.isNullAt(1) ? "null" : row.getString(1));
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }
}
