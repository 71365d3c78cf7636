package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.proto.Failure;
import io.slipstream.flink.proto.JavaException;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.WatermarkMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each story holds with the lane and without it. */
@Timeout(60)
class FragmentOperatorTest {

    @TempDir
    Path directory;

    private FakeSidecar sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = new FakeSidecar(directory);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAndWatermarksKeepTheirOrder(boolean lane) throws Exception {
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            harness.element(row(RowKind.INSERT, 1, "a"));
            harness.element(row(RowKind.UPDATE_BEFORE, 2, null));
            harness.element(row(RowKind.UPDATE_AFTER, 3, "a string that does not fit into eight bytes"));
            harness.operator.processWatermark(new Watermark(5));
            harness.element(row(RowKind.DELETE, 4, "ü"));
            harness.operator.processWatermarkStatus(WatermarkStatus.IDLE);
            assertThat(harness.outputOf(6))
                    .containsExactly("+I1:a", "-U2:null", "+U3:a string that does not fit into eight bytes", "W5", "-D4:ü", "idle");
            assertThat(sidecar.frames.stream().filter(frame -> frame.hasBatch() && frame.getBatch().getPayload().hasLane()).count())
                    .isEqualTo(lane ? 3 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBinaryRowIsCopiedAsItIs(boolean lane) throws Exception {
        RowDataSerializer serializer = new RowDataSerializer(FragmentHarness.ROW);
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            for (int i = 0; i < 7; i++) {
                // Reused by the serializer: the operator must have copied it.
                harness.element(serializer.toBinaryRow(row(RowKind.INSERT, i, "x".repeat(i * 5))));
            }
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output())
                    .containsExactly(
                            "+I0:", "+I1:xxxxx", "+I2:" + "x".repeat(10), "+I3:" + "x".repeat(15), "+I4:" + "x".repeat(20),
                            "+I5:" + "x".repeat(25), "+I6:" + "x".repeat(30));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBarrierWaitsForWhatIsInFlight(boolean lane) throws Exception {
        sidecar.held = true;
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            for (int i = 0; i < 5; i++) {
                harness.element(row(RowKind.INSERT, i, "r"));
            }
            harness.operator.processWatermark(new Watermark(7));
            assertThat(harness.output()).isEmpty();
            Thread releaser = new Thread(() -> sidecar.release(3));
            releaser.start();
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output()).containsExactly("+I0:r", "+I1:r", "+I2:r", "+I3:r", "+I4:r", "W7");
            releaser.join();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endOfInputFlushesAndDrains(boolean lane) throws Exception {
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            harness.element(row(RowKind.INSERT, 1, "last"));
            harness.operator.processWatermark(Watermark.MAX_WATERMARK);
            harness.operator.endInput();
            assertThat(harness.output()).containsExactly("+I1:last", "Wmax");
        }
        assertThat(sidecar.frames).anyMatch(frame -> frame.hasEndInput());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void creditsBoundWhatIsInFlight(boolean lane) throws Exception {
        sidecar.credits = 2;
        sidecar.held = true;
        Thread releaser = new Thread(() -> sidecar.release(10));
        releaser.setDaemon(true);
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            for (int i = 0; i < 4; i++) {
                harness.element(row(RowKind.INSERT, i, "r"));
            }
            // Both have to arrive before the first is answered, or there was never more than one.
            for (int i = 0; i < 1000 && sidecar.inFlightMax.get() < 2; i++) {
                Thread.sleep(10);
            }
            releaser.start();
            for (int i = 4; i < 20; i++) {
                harness.element(row(RowKind.INSERT, i, "r"));
            }
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output()).hasSize(20).startsWith("+I0:r", "+I1:r").endsWith("+I18:r", "+I19:r");
            assertThat(sidecar.inFlightMax.get()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBatchIsSentAtTheLatestAfterItsDelay(boolean lane) throws Exception {
        FragmentHarness.Settings settings = settings(lane);
        settings.limits = new BatchLimits(100, 1 << 20, 10);
        try (FragmentHarness<RowData> harness = settings.rows()) {
            harness.open();
            harness.operator.setProcessingTime(1000);
            harness.element(row(RowKind.INSERT, 1, "a"));
            harness.operator.setProcessingTime(1009);
            assertThat(batches()).isZero();
            harness.operator.setProcessingTime(1010);
            assertThat(harness.outputOf(1)).containsExactly("+I1:a");
            harness.element(row(RowKind.INSERT, 2, "b"));
            harness.operator.setProcessingTime(1020);
            assertThat(harness.outputOf(2)).containsExactly("+I1:a", "+I2:b");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBatchIsSentWhenItsBytesAreFull(boolean lane) throws Exception {
        FragmentHarness.Settings settings = settings(lane);
        settings.limits = new BatchLimits(100, 6000, 10);
        try (FragmentHarness<RowData> harness = settings.rows()) {
            harness.open();
            // Larger than a slot of the lane: inline in both cases.
            harness.element(row(RowKind.INSERT, 1, "y".repeat(7000)));
            assertThat(harness.outputOf(1)).containsExactly("+I1:" + "y".repeat(7000));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rawRecordsGoThroughAndSplitsMakeTheWatermark(boolean lane) throws Exception {
        sidecar.answer = (frame, echo) -> {
            if (frame.hasBatch()) {
                // The candidate of a batch is its row count times 100 plus the partition.
                echo.setHasWatermark(true).setWatermarkMs(frame.getBatch().getRowCount() * 100L + frame.getBatch().getPartition());
            }
            return ServerFrame.newBuilder().setResult(echo);
        };
        FragmentHarness.Settings settings = settings(lane);
        settings.watermarks = new FragmentSpec.WatermarkSettings(Duration.ofMillis(500), false);
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(PackedRecords.splitAdded("t-0"));
            harness.element(PackedRecords.splitAdded("t-1"));
            harness.element(packed(0, "a", "b", null));
            assertThat(harness.outputOf(3)).containsExactly("a", "b", "null");
            harness.operator.setProcessingTime(200);
            // The other split has no row yet and holds the watermark back.
            assertThat(harness.output()).hasSize(3);
            harness.element(packed(1, "c"));
            assertThat(harness.outputOf(4)).endsWith("c");
            harness.operator.setProcessingTime(400);
            assertThat(harness.output()).endsWith("c", "W101");
            harness.element(PackedRecords.splitFinished("t-1"));
            harness.operator.setProcessingTime(600);
            assertThat(harness.output()).endsWith("W101", "W300");
            harness.operator.setProcessingTime(1600);
            assertThat(harness.output()).endsWith("W300", "idle");
            harness.element(packed(0, "d", "e", "f", "g"));
            assertThat(harness.outputOf(11)).endsWith("d", "e", "f", "g");
            harness.operator.setProcessingTime(1800);
            assertThat(harness.output()).endsWith("active", "W400");
        }
    }

    @Test
    void marksMoveTheWatermarkOfOneSplit() throws Exception {
        sidecar.answer = (frame, echo) -> ServerFrame.newBuilder().setResult(echo.setHasWatermark(frame.hasBatch()).setWatermarkMs(42));
        FragmentHarness.Settings settings = settings(true);
        settings.watermarks = new FragmentSpec.WatermarkSettings(null, true);
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(PackedRecords.splitAdded("t-0"));
            harness.element(packed(0, "a"));
            harness.element(PackedRecords.watermarkMark("t-0", Long.MIN_VALUE));
            harness.element(PackedRecords.watermarkMark("t-0", 50));
            harness.operator.endInput();
            assertThat(harness.output()).containsExactly("a", "W42", "W50");
        }
    }

    @Test
    void anAssignersWatermarksKeepTheirPlaceAndComePeriodically() throws Exception {
        // Two outputs of the batch with a watermark between them; event time has gone on since.
        sidecar.answer = (frame, echo) -> ServerFrame.newBuilder().setResult(!frame.hasBatch()
                ? echo
                : echo.addOutputs(echo.getOutputs(0))
                        .addMarks(WatermarkMark.newBuilder().setAfterOutputs(1).setTimestampMs(500))
                        .setHasWatermark(true)
                        .setWatermarkMs(600));
        FragmentHarness.Settings settings = settings(true);
        settings.limits = new BatchLimits(1, 1 << 20, 10);
        settings.assignment = new FragmentSpec.WatermarkAssignment(2000);
        try (FragmentHarness<RowData> harness = settings.rows()) {
            harness.open();
            harness.operator.processWatermark(new Watermark(99));
            harness.element(row(RowKind.INSERT, 1, "a"));
            assertThat(harness.outputOf(3)).containsExactly("+I1:a", "W500", "+I1:a");
            harness.operator.setProcessingTime(200);
            assertThat(harness.output()).endsWith("+I1:a", "W600");
            harness.operator.setProcessingTime(400);
            harness.operator.setProcessingTime(2600);
            assertThat(harness.output()).hasSize(5).endsWith("W600", "idle");
            harness.element(row(RowKind.INSERT, 2, "b"));
            assertThat(harness.outputOf(8)).endsWith("idle", "active", "+I2:b", "+I2:b");
            harness.operator.endInput();
            harness.operator.getOneInputOperator().finish();
            assertThat(harness.output()).endsWith("+I2:b", "Wmax");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theExceptionOfStockFlinkIsRebuilt(boolean lane) throws Exception {
        sidecar.answer = (frame, echo) -> ServerFrame.newBuilder().setFailure(Failure.newBuilder()
                .setCode("SLIP-3002")
                .setMessage("a division")
                .addCauses(JavaException.newBuilder()
                        .setClassName("org.apache.flink.table.api.TableRuntimeException")
                        .setMessage("outer"))
                .addCauses(JavaException.newBuilder().setClassName("java.lang.ArithmeticException").setMessage("/ by zero")));
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            harness.element(row(RowKind.INSERT, 1, "a"));
            assertThatThrownBy(() -> harness.operator.prepareSnapshotPreBarrier(1))
                    .hasMessage("outer")
                    .isInstanceOf(org.apache.flink.table.api.TableRuntimeException.class)
                    .hasRootCauseInstanceOf(ArithmeticException.class)
                    .hasRootCauseMessage("/ by zero");
        }
    }

    @Test
    void aRefusedRecordFailsWithFlinksOwnException() throws Exception {
        sidecar.answer = (frame, echo) -> ServerFrame.newBuilder()
                .setFailure(Failure.newBuilder().setCode("SLIP-3001").setMessage("bad").setHasRecordIndex(true).setRecordIndex(1));
        FragmentHarness.Settings settings = settings(true);
        settings.decoder = new RefusingDecoder("second");
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(packed(0, "first", "second"));
            assertThatThrownBy(() -> harness.operator.prepareSnapshotPreBarrier(1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Failed to deserialize JSON 'second'.");
        }
        settings.decoder = new RefusingDecoder("another");
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(packed(0, "first", "second"));
            assertThatThrownBy(() -> harness.operator.prepareSnapshotPreBarrier(1))
                    .hasMessageContaining("SLIP-9001")
                    .hasMessageContaining("7365636f6e64");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theDeathOfTheSidecarFailsTheTask(boolean lane) throws Exception {
        sidecar.held = true;
        try (FragmentHarness<RowData> harness = settings(lane).rows()) {
            harness.open();
            harness.element(row(RowKind.INSERT, 1, "a"));
            harness.element(row(RowKind.INSERT, 2, "b"));
            sidecar.die();
            assertThatThrownBy(() -> harness.outputOf(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the connection to the Slipstream sidecar at unix:");
            assertThatThrownBy(() -> harness.operator.prepareSnapshotPreBarrier(1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closingWhileBatchesAreInFlightWaitsForNothing() throws Exception {
        sidecar.held = true;
        FragmentHarness<RowData> harness = settings(true).rows();
        harness.open();
        harness.element(row(RowKind.INSERT, 1, "a"));
        harness.element(row(RowKind.INSERT, 2, "b"));
        long before = System.nanoTime();
        harness.close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void eachAttemptHasAGreaterEpoch() throws Exception {
        for (int attempt = 0; attempt < 3; attempt++) {
            try (FragmentHarness<RowData> harness = settings(true).rows()) {
                harness.open();
            }
            Thread.sleep(2);
        }
        assertThat(sidecar.epochs).isSorted().doesNotHaveDuplicates();
        assertThat(sidecar.opened).allMatch(open -> open.getKeyGroupStart() > open.getKeyGroupEnd());
    }

    @Test
    void theLanesFilesAreGoneOnceTheSidecarHasThem() throws Exception {
        try (FragmentHarness<RowData> harness = settings(true).rows()) {
            harness.open();
            assertThat(sidecar.opened.get(0).hasLane()).isTrue();
            try (var files = Files.list(directory)) {
                assertThat(files.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.startsWith("slipstream-lane"));
            }
        }
    }

    @Test
    void withoutRoomForALanePayloadsTravelInside() throws Exception {
        FragmentHarness.Settings settings = settings(true);
        settings.config.put(SlipstreamOptions.LANE_SLOT_SIZE.key(), "1 gb");
        try (FragmentHarness<RowData> harness = settings.rows()) {
            harness.open();
            assertThat(sidecar.opened.get(0).hasLane()).isFalse();
            harness.element(row(RowKind.INSERT, 1, "a"));
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output()).containsExactly("+I1:a");
        }
    }

    @Test
    void metricsCountRecordsNotBatches() throws Exception {
        try (FragmentHarness<PackedRecords> harness = settings(true).packed()) {
            harness.open();
            harness.element(PackedRecords.splitAdded("t-0"));
            harness.element(packed(0, "a", "b", "c"));
            harness.operator.prepareSnapshotPreBarrier(1);
            var metrics = ((FragmentOperator<?>) harness.operator.getOperator()).getMetricGroup().getIOMetricGroup();
            // The harness does not count elements as a chain does: two of them came, and each was taken back.
            assertThat(metrics.getNumRecordsInCounter().getCount()).isEqualTo(3 - 2);
        }
    }

    private FragmentHarness.Settings settings(boolean lane) {
        return new FragmentHarness.Settings(sidecar, directory, lane);
    }

    private long batches() {
        return sidecar.frames.stream().filter(frame -> frame.hasBatch()).count();
    }

    private static RowData row(RowKind kind, long number, String text) {
        return GenericRowData.ofKind(kind, number, StringData.fromString(text));
    }

    private static PackedRecords packed(int partition, String... values) {
        RawBatchBuilder builder = new RawBatchBuilder(RawSections.getDefaultInstance());
        for (String value : values) {
            builder.add(RawBatchBuilder.Record.of(value == null ? null : value.getBytes()));
        }
        return PackedRecords.records("t-" + partition, "t", partition, values.length, builder.take());
    }

    /** Refuses one value, as Flink's JSON schema would. */
    private record RefusingDecoder(String refused) implements RecordDecoder {
        @Override
        public void open(DeserializationSchema.InitializationContext context) {}

        @Override
        public int decode(PackedRecords records, int index) throws IOException {
            String value = new String(new RawBatchView(records.payload()).value(index));
            if (value.equals(refused)) {
                throw new IOException("Failed to deserialize JSON '" + value + "'.");
            }
            return 1;
        }
    }

}
