package io.slipstream.flink.runtime;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.proto.Form;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** A fragment's operator between a test and a {@link FakeSidecar}; its output as short text, for example "1:a" or "W5". */
final class FragmentHarness<IN> implements AutoCloseable {

    static final RowType ROW = RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));

    final OneInputStreamOperatorTestHarness<IN, RowData> operator;

    private FragmentHarness(FragmentSpec spec, TypeInformation<IN> inputType) throws Exception {
        operator = new OneInputStreamOperatorTestHarness<>(new FragmentOperatorFactory<>(spec), 1, 1, 0);
        operator.setup(new EncodedOrRowSerializer());
        operator.getExecutionConfig().setAutoWatermarkInterval(200);
    }

    /** Settings of a test. */
    static final class Settings {
        final Map<String, String> config = new HashMap<>();
        BatchLimits limits = new BatchLimits(2, 1 << 20, 10);
        FragmentSpec.WatermarkSettings watermarks;
        FragmentSpec.WatermarkAssignment assignment;
        RecordDecoder decoder;

        Settings(FakeSidecar sidecar, Path directory, boolean lane) {
            config.put(SlipstreamOptions.SIDECAR_MODE.key(), "external");
            config.put(SlipstreamOptions.SIDECAR_ADDRESS.key(), sidecar.address());
            config.put(SlipstreamOptions.LANE_ENABLED.key(), Boolean.toString(lane));
            config.put(SlipstreamOptions.LANE_DIRECTORY.key(), directory.toString());
            config.put(SlipstreamOptions.LANE_SLOT_SIZE.key(), "4 kb");
        }

        FragmentHarness<RowData> rows() throws Exception {
            FragmentSpec.Output output = new FragmentSpec.Output(0, Form.FORM_ROWS, ROW);
            return new FragmentHarness<>(spec(FragmentSpec.Input.rows(0, ROW), output), InternalTypeInfo.of(ROW));
        }

        FragmentHarness<PackedRecords> packed() throws Exception {
            FragmentSpec.Input input = new FragmentSpec.Input(0, Form.FORM_RAW, ROW, decoder, watermarks);
            FragmentSpec.Output output = new FragmentSpec.Output(0, Form.FORM_RAW, ROW);
            return new FragmentHarness<>(spec(input, output), PackedRecordsTypeInfo.INSTANCE);
        }

        private FragmentSpec spec(FragmentSpec.Input input, FragmentSpec.Output output) {
            return new FragmentSpec("fragment-1", new byte[] {1, 2, 3}, input, List.of(output), config, limits, assignment);
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
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (operator.getOutput().size() < elementCount && System.nanoTime() < deadline) {
            runMails();
            Thread.sleep(1);
        }
        return output();
    }

    void runMails() throws Exception {
        TaskMailbox mailbox = operator.getTaskMailbox();
        while (mailbox.hasMail()) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    List<String> output() {
        List<String> texts = new ArrayList<>();
        for (Object element : operator.getOutput()) {
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
        RowData row = (RowData) value;
        return row.getRowKind().shortString() + row.getLong(0) + ":" + (row.isNullAt(1) ? "null" : row.getString(1));
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }
}
