package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.SnapshotResult;
import io.slipstream.flink.proto.WatermarkMark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fragments that act on time: watermarks go over to them and come back as marks, and they are woken when they wish to be. */
@Timeout(60)
class CrossingWatermarksTest {

    @TempDir
    Path directory;

    private FakeSidecar sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = new FakeSidecar(directory);
        // Lets each watermark through, a millisecond less.
        sidecar.answer = (frame, echo) -> frame.hasSnapshot()
                ? ServerFrame.newBuilder()
                        .setSnapshot(SnapshotResult.newBuilder().setCheckpointId(frame.getSnapshot().getCheckpointId()))
                : ServerFrame.newBuilder().setResult(withMark(frame, echo));
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private static Result.Builder withMark(ClientFrame frame, Result.Builder echo) {
        if (!frame.hasWatermark()) {
            return echo;
        }
        long timestampMs = frame.getWatermark().getTimestampMs();
        return echo.addMarks(WatermarkMark.newBuilder().setTimestampMs(timestampMs == Long.MAX_VALUE ? timestampMs : timestampMs - 1));
    }

    @Test
    void whatComesBackGoesDownstreamInItsPlace() throws Exception {
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.open();
            harness.element(row(1, "a"));
            harness.operator.processWatermark(new Watermark(10));
            harness.operator.processWatermarkStatus(WatermarkStatus.IDLE);
            harness.element(row(2, "b"));
            harness.operator.processWatermarkStatus(WatermarkStatus.ACTIVE);
            harness.operator.processWatermark(new Watermark(20));
            harness.operator.prepareSnapshotPreBarrier(1);
            harness.operator.snapshot(1, 1);
            harness.operator.processWatermark(Watermark.MAX_WATERMARK);
            harness.operator.endInput();
            assertThat(harness.output()).containsExactly("+I1:a", "W9", "idle", "+I2:b", "active", "W19", "Wmax");
        }
        assertThat(sent()).startsWith("batch", "W10", "batch", "W20", "snapshot", "W" + Long.MAX_VALUE, "end");
    }

    @Test
    void manyWatermarksDoNotWaitWithoutEnd() throws Exception {
        sidecar.held = true;
        Thread releaser = new Thread(() -> sidecar.release(3000));
        releaser.setDaemon(true);
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.open();
            releaser.start();
            for (int i = 1; i <= 3000; i++) {
                harness.operator.processWatermark(new Watermark(i));
            }
            assertThat(harness.operator.getOutput()).hasSizeGreaterThan(1900);
            assertThat(harness.outputOf(3000)).hasSize(3000).endsWith("W2999");
        }
    }

    @Test
    void watermarksOfSplitsCross() throws Exception {
        candidatesOfBatches();
        FragmentHarness.Settings settings = settings();
        settings.watermarks = new FragmentSpec.WatermarkSettings(Duration.ofMillis(500), false);
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(PackedRecords.splitAdded("t-0"));
            harness.element(packed("a", "b"));
            assertThat(harness.outputOf(2)).containsExactly("a", "b");
            harness.operator.setProcessingTime(200);
            assertThat(harness.outputOf(3)).endsWith("W199");
            harness.operator.setProcessingTime(400);
            harness.operator.setProcessingTime(1600);
            assertThat(harness.outputOf(4)).endsWith("W199", "idle");
            harness.element(packed("c", "d", "e"));
            assertThat(harness.outputOf(7)).endsWith("idle", "c", "d", "e");
            harness.operator.setProcessingTime(1800);
            assertThat(harness.outputOf(9)).endsWith("active", "W299");
        }
        assertThat(sent()).startsWith("batch", "W200", "batch", "W300");
    }

    @Test
    void aMarkCrossesBeforeWhatFollowsIt() throws Exception {
        candidatesOfBatches();
        FragmentHarness.Settings settings = settings();
        settings.watermarks = new FragmentSpec.WatermarkSettings(null, true);
        try (FragmentHarness<PackedRecords> harness = settings.packed()) {
            harness.open();
            harness.element(PackedRecords.splitAdded("t-0"));
            harness.element(packed("a"));
            harness.element(PackedRecords.watermarkMark("t-0", Long.MIN_VALUE));
            harness.element(packed("b", "c"));
            harness.element(PackedRecords.watermarkMark("t-0", 150));
            harness.element(packed("d"));
            harness.operator.endInput();
            assertThat(harness.output()).containsExactly("a", "W99", "b", "c", "W149", "d");
        }
        assertThat(sent()).startsWith("batch", "W100", "batch", "W150", "batch", "end");
    }

    @Test
    void watermarksOfAnAssignerCrossPeriodically() throws Exception {
        candidatesOfBatches();
        FragmentHarness.Settings settings = settings();
        settings.limits = new BatchLimits(2, 1 << 20, 10_000);
        settings.assignment = new FragmentSpec.WatermarkAssignment(2000);
        try (FragmentHarness<RowData> harness = settings.rows()) {
            harness.open();
            harness.operator.processWatermark(new Watermark(99));
            harness.element(row(1, "a"));
            harness.element(row(2, "b"));
            assertThat(harness.outputOf(2)).containsExactly("+I1:a", "+I2:b");
            harness.element(row(3, "c"));
            // The row at hand goes first: it may be late for the fragment.
            harness.operator.setProcessingTime(200);
            assertThat(harness.outputOf(4)).endsWith("+I3:c", "W199");
            sidecar.held = true;
            harness.element(row(4, "d"));
            harness.element(row(5, "e"));
            harness.operator.setProcessingTime(400);
            harness.operator.setProcessingTime(4000);
            // Not idle: rows and a watermark of it may be under way.
            assertThat(harness.output()).endsWith("W199");
            for (int i = 0; i < 1000 && sent().size() < 4; i++) {
                Thread.sleep(10);
            }
            sidecar.held = false;
            sidecar.release(1);
            assertThat(harness.outputOf(6)).endsWith("W199", "+I4:d", "+I5:e");
            harness.operator.setProcessingTime(4200);
            harness.operator.setProcessingTime(6400);
            assertThat(harness.outputOf(7)).endsWith("+I5:e", "idle");
            harness.operator.endInput();
            harness.operator.getOneInputOperator().finish();
            assertThat(harness.output()).endsWith("idle", "active", "Wmax");
        }
        assertThat(sent()).startsWith("batch", "batch", "W200", "batch", "W" + Long.MAX_VALUE, "end");
    }

    @Test
    void aFragmentIsWokenWhenItWishes() throws Exception {
        ArrayDeque<Long> wishes = new ArrayDeque<>(List.of(100L, 50L, 300L, 200L));
        sidecar.answer = (frame, echo) -> {
            Long wish = wishes.poll();
            echo.setHasTimer(wish != null).setTimerMs(wish == null ? 0 : wish);
            return ServerFrame.newBuilder().setResult(echo.clearOutputs());
        };
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.open();
            harness.operator.setProcessingTime(0);
            two(harness);
            awaitAnswers(harness);
            two(harness);
            awaitAnswers(harness);
            harness.operator.setProcessingTime(49);
            harness.element(row(5, "e"));
            assertThat(sent()).containsExactly("batch", "batch");
            // The row at hand came before; its answer wishes for 300, that of the timer for 200.
            harness.operator.setProcessingTime(50);
            awaitAnswers(harness);
            assertThat(sent()).containsExactly("batch", "batch", "batch", "T50");
            harness.operator.setProcessingTime(199);
            assertThat(sent()).hasSize(4);
            harness.operator.setProcessingTime(400);
            harness.operator.endInput();
            assertThat(sent()).containsExactly("batch", "batch", "batch", "T50", "T200", "end");
        }
    }

    private static void awaitAnswers(FragmentHarness<RowData> harness) throws Exception {
        FragmentOperator<?> operator = (FragmentOperator<?>) harness.operator.getOperator();
        for (int i = 0; i < 1000 && operator.hasPending(); i++) {
            harness.runMails();
            Thread.sleep(1);
        }
    }

    private static void two(FragmentHarness<RowData> harness) throws Exception {
        harness.element(row(1, "a"));
        harness.element(row(2, "b"));
    }

    private FragmentHarness.Settings settings() {
        FragmentHarness.Settings settings = new FragmentHarness.Settings(sidecar, directory, true);
        settings.consumesWatermarks = true;
        return settings;
    }

    /** The candidate of a batch is its row count times 100. */
    private void candidatesOfBatches() {
        sidecar.answer = (frame, echo) -> {
            if (frame.hasBatch()) {
                echo.setHasWatermark(true).setWatermarkMs(frame.getBatch().getRowCount() * 100L);
            }
            return ServerFrame.newBuilder().setResult(withMark(frame, echo));
        };
    }

    private List<String> sent() {
        return sidecar.frames.stream().skip(1).map(CrossingWatermarksTest::text).toList();
    }

    private static String text(ClientFrame frame) {
        return switch (frame.getBodyCase()) {
            case WATERMARK -> "W" + frame.getWatermark().getTimestampMs();
            case TIMER -> "T" + frame.getTimer().getTimestampMs();
            case END_INPUT -> "end";
            default -> frame.getBodyCase().toString().toLowerCase(Locale.ROOT);
        };
    }

    private static RowData row(long number, String text) {
        return GenericRowData.of(number, StringData.fromString(text));
    }

    private static PackedRecords packed(String... values) {
        RawBatchBuilder builder = new RawBatchBuilder(RawSections.getDefaultInstance());
        for (String value : values) {
            builder.add(RawBatchBuilder.Record.of(value.getBytes()));
        }
        return PackedRecords.records("t-0", "t", 0, values.length, builder.take());
    }
}
