package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.SnapshotResult;
import io.slipstream.flink.proto.WatermarkMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.function.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mails that run while a fragment hands out rows: their watermarks and rows keep their order, and none gets in front of a barrier. */
@Timeout(60)
class YieldingNeighbourTest {

    @TempDir
    Path directory;

    private FakeSidecar sidecar;
    /** What happens at the next rows that come out. */
    private final ArrayDeque<ThrowingRunnable<Exception>> mails = new ArrayDeque<>();

    @BeforeEach
    void start() throws IOException {
        sidecar = new FakeSidecar(directory);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private void runMail() throws Exception {
        ThrowingRunnable<Exception> mail = mails.poll();
        if (mail != null) {
            mail.run();
        }
    }

    @Test
    void whatMailsSendWaitsForCreditsWithoutBlocking() throws Exception {
        sidecar.credits = 1;
        FragmentHarness.Settings settings = new FragmentHarness.Settings(sidecar, directory, true);
        settings.limits = new BatchLimits(1, 1 << 20, 10);
        try (FragmentHarness<RowData> harness = settings.rows(this::runMail)) {
            harness.open();
            mails.add(() -> {
                harness.operator.processWatermark(new Watermark(5));
                harness.element(row(2));
                harness.element(row(3));
                harness.operator.processWatermark(new Watermark(6));
            });
            harness.element(row(1));
            assertThat(harness.outputOf(5)).containsExactly("+I1:r", "W5", "+I2:r", "+I3:r", "W6");
        }
        assertThat(sidecar.inFlightMax.get()).isEqualTo(1);
    }

    @Test
    void nothingIsSentBetweenASnapshotAndItsBarrier() throws Exception {
        RowBatchBuilder held = new RowBatchBuilder(new RowDataSerializer(FragmentHarness.ROW));
        held.add(row(9));
        ByteString payload = ByteString.copyFrom(held.take());
        sidecar.answer = (frame, echo) -> {
            if (frame.hasSnapshot()) {
                OutputBatch output =
                        OutputBatch.newBuilder().setRowCount(1).setPayload(Payload.newBuilder().setInline(payload)).build();
                return ServerFrame.newBuilder().setSnapshot(SnapshotResult.newBuilder()
                        .setCheckpointId(frame.getSnapshot().getCheckpointId())
                        .setResult(Result.newBuilder().addOutputs(output)));
            }
            if (frame.hasWatermark()) {
                echo.addMarks(WatermarkMark.newBuilder().setTimestampMs(frame.getWatermark().getTimestampMs()));
            }
            return ServerFrame.newBuilder().setResult(echo);
        };
        FragmentHarness.Settings settings = new FragmentHarness.Settings(sidecar, directory, true);
        settings.consumesWatermarks = true;
        try (FragmentHarness<RowData> harness = settings.rows(this::runMail)) {
            harness.open();
            mails.add(() -> harness.operator.processWatermark(new Watermark(5)));
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output()).containsExactly("+I9:r");
            assertThat(sidecar.frames).noneMatch(frame -> frame.hasWatermark());
            harness.operator.snapshot(1, 1);
            assertThat(harness.outputOf(2)).containsExactly("+I9:r", "W5");
        }
    }

    private static RowData row(long number) {
        return GenericRowData.of(number, StringData.fromString("r"));
    }
}
