package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.Failure;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.SnapshotResult;
import io.slipstream.flink.proto.StateBlob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** State of a fragment through checkpoints, and pieces in and out. */
@Timeout(60)
class KeyedFragmentTest {

    private static final int MAX_PARALLELISM = 128;
    private static final int KEYS = 300;

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

    @Test
    void stateMovesFromOneSubtaskToThreeToTwo() throws Exception {
        OperatorSubtaskState one = runAll(1, null, "1").get(0);
        assertThat(one.getRawKeyedState()).hasSize(1);
        assertThat(one.getManagedKeyedState()).isEmpty();
        List<OperatorSubtaskState> three = runAll(3, repack(List.of(one)), "2");
        assertThat(three).allMatch(state -> !state.getRawKeyedState().isEmpty());
        runAll(2, repack(three), "3");
        assertThat(sidecar.frames.stream().filter(ClientFrame::hasRestore)).isNotEmpty();
    }

    /** Each key once, at its subtask; the state afterwards. */
    private List<OperatorSubtaskState> runAll(int parallelism, OperatorSubtaskState before, String expectedCount) throws Exception {
        List<OperatorSubtaskState> after = new ArrayList<>();
        int oldParallelism = oldParallelism(parallelism);
        for (int index = 0; index < parallelism; index++) {
            CountingFragment fragment = counting();
            FragmentHarness.Settings settings = settings();
            settings.subtask = new FragmentHarness.Subtask(MAX_PARALLELISM, parallelism, index);
            try (FragmentHarness<RowData> harness = settings.rows()) {
                if (before != null) {
                    harness.operator.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            before, MAX_PARALLELISM, oldParallelism, parallelism, index));
                }
                harness.open();
                int expectedKeys = 0;
                for (long key = 0; key < KEYS; key++) {
                    if (KeyGroupRangeAssignment.assignKeyToParallelOperator(key, MAX_PARALLELISM, parallelism) == index) {
                        harness.element(row(key, ""));
                        expectedKeys++;
                    }
                }
                harness.operator.prepareSnapshotPreBarrier(7);
                after.add(harness.operator.snapshot(7, 7));
                assertThat(harness.output()).hasSize(expectedKeys).allMatch(row -> row.endsWith(":" + expectedCount));
                assertThat(fragment.keyCount()).isEqualTo(expectedKeys);
            }
            KeyGroupRange range =
                    KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(MAX_PARALLELISM, parallelism, index);
            var open = sidecar.opened.get(sidecar.opened.size() - 1);
            assertThat(new KeyGroupRange(open.getKeyGroupStart(), open.getKeyGroupEnd())).isEqualTo(range);
            assertThat(open.getMaxParallelism()).isEqualTo(MAX_PARALLELISM);
        }
        return after;
    }

    private static int oldParallelism(int parallelism) {
        return parallelism == 2 ? 3 : 1;
    }

    private static OperatorSubtaskState repack(List<OperatorSubtaskState> states) throws Exception {
        return AbstractStreamOperatorTestHarness.repackageState(states.toArray(new OperatorSubtaskState[0]));
    }

    @Test
    void stateLargerThanAFrameComesInSeveral() throws Exception {
        List<StateBlob> blobs = new ArrayList<>();
        for (int keyGroup = 0; keyGroup < 5; keyGroup++) {
            byte[] content = new byte[3 << 20];
            content[0] = (byte) keyGroup;
            blobs.add(StateBlob.newBuilder().setKeyGroup(keyGroup).setContent(ByteString.copyFrom(content)).build());
        }
        sidecar.blobs = request -> blobs;
        sidecar.answer = (frame, echo) -> frame.hasSnapshot()
                ? snapshotOf(SnapshotResult.newBuilder().setCheckpointId(1).setBlobCount(5).setBlobBytes(15 << 20))
                : ServerFrame.newBuilder().setResult(echo);
        OperatorSubtaskState state = snapshot();
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.operator.initializeState(state);
            harness.open();
        }
        List<StateBlob> restored = new ArrayList<>();
        sidecar.frames.stream().filter(ClientFrame::hasRestore).forEach(frame -> restored.addAll(frame.getRestore().getBlobsList()));
        assertThat(restored).isEqualTo(blobs);
        assertThat(sidecar.frames.stream().filter(ClientFrame::hasRestore)).hasSize(3);
    }

    private OperatorSubtaskState snapshot() throws Exception {
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.operator.setCheckpointStorage(new FileSystemCheckpointStorage(directory.resolve("checkpoints").toUri()));
            harness.open();
            harness.operator.prepareSnapshotPreBarrier(1);
            return harness.operator.snapshot(1, 1);
        }
    }

    @Test
    void withoutStateThereIsNothingToFetchOrRestore() throws Exception {
        counting();
        OperatorSubtaskState state = snapshot();
        assertThat(state.getRawKeyedState()).isEmpty();
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.operator.initializeState(state);
            harness.open();
        }
        assertThat(sidecar.frames).noneMatch(ClientFrame::hasRestore);
    }

    @Test
    void blobsThatWereNotAnnouncedFailTheCheckpoint() {
        sidecar.blobs = request -> List.of(StateBlob.newBuilder().setKeyGroup(3).build());
        sidecar.answer = (frame, echo) -> frame.hasSnapshot()
                ? snapshotOf(SnapshotResult.newBuilder().setCheckpointId(1).setBlobCount(2))
                : ServerFrame.newBuilder().setResult(echo);
        assertThatThrownBy(this::snapshot)
                .hasStackTraceContaining("SLIP-5001: expected 2 blobs of 0 bytes in snapshot 1, found 1 of 0");
        sidecar.blobs = request -> List.of(StateBlob.newBuilder().setKeyGroup(128).build());
        assertThatThrownBy(this::snapshot)
                .hasStackTraceContaining("SLIP-5001: expected state of the key groups 0 to 127, once each, found key group 128");
    }

    @Test
    void aFullDiskFailsOneCheckpointAndNotTheNext() throws Exception {
        CountingFragment fragment = counting();
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.operator.setCheckpointStorage(new FileSystemCheckpointStorage(directory.resolve("checkpoints").toUri()));
            harness.open();
            harness.element(row(1, ""));
            harness.operator.prepareSnapshotPreBarrier(1);
            var futures = harness.operator.getOperator().snapshotState(
                    1, 1, CheckpointOptions.forCheckpointWithDefaultLocation(), new FullDisk());
            var written = futures.getKeyedStateRawFuture();
            written.run();
            assertThatThrownBy(written::get).hasRootCauseMessage(FullDisk.MESSAGE);
            futures.cancel();
            // A checkpoint that is cancelled before anybody has begun to write it.
            harness.element(row(1, ""));
            harness.operator.prepareSnapshotPreBarrier(2);
            harness.operator.getOperator()
                    .snapshotState(2, 2, CheckpointOptions.forCheckpointWithDefaultLocation(), new FullDisk())
                    .cancel();
            harness.element(row(1, ""));
            harness.operator.prepareSnapshotPreBarrier(3);
            OperatorSubtaskState third = harness.operator.snapshot(3, 3);
            assertThat(third.getRawKeyedState()).hasSize(1);
            assertThat(harness.output()).containsExactly("+I1:1", "+I1:2", "+I1:3");
            assertThat(fragment.keyCount()).isEqualTo(1);
        }
    }

    /** A checkpoint's directory without a free byte. */
    private static final class FullDisk implements CheckpointStreamFactory {
        static final String MESSAGE = "No space left on device";

        @Override
        public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope) {
            return new MemCheckpointStreamFactory.MemoryCheckpointOutputStream(1 << 20) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    throw new IOException(MESSAGE);
                }
            };
        }

        @Override
        public boolean canFastDuplicate(StreamStateHandle handle, CheckpointedStateScope scope) {
            return false;
        }

        @Override
        public List<StreamStateHandle> duplicate(List<StreamStateHandle> handles, CheckpointedStateScope scope) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void stateThatIsCutOffFailsTheTask() {
        assertThatThrownBy(() -> restore(new byte[] {0, 0, 0, 9, 1, 2}))
                .hasMessageContaining("SLIP-5001: expected 9 bytes of state of key group 5 of MockTask")
                .hasMessageContaining("found 2: the snapshot is cut off");
        assertThatThrownBy(() -> restore(new byte[] {0, 0}))
                .hasMessageContaining("SLIP-5001: expected a length of 4 bytes of state of key group 5");
        assertThatThrownBy(() -> restore(new byte[] {-1, 0, 0, 0}))
                .hasMessageContaining("SLIP-5001: expected a length in front of the state of key group 5");
    }

    @Test
    void stateThatTheSidecarRefusesFailsTheTask() {
        sidecar.answer = (frame, echo) -> ServerFrame.newBuilder()
                .setFailure(Failure.newBuilder().setCode("SLIP-5002").setMessage("expected layout 1, found 2"));
        assertThatThrownBy(() -> restore(new byte[] {0, 0, 0, 1, 7})).hasMessage("SLIP-5002: expected layout 1, found 2");
    }

    private void restore(byte[] stateOfKeyGroup5) throws Exception {
        KeyGroupRange range = new KeyGroupRange(0, MAX_PARALLELISM - 1);
        long[] offsets = new long[MAX_PARALLELISM];
        Arrays.fill(offsets, -1);
        offsets[5] = 0;
        KeyedStateHandle handle =
                new KeyGroupsStateHandle(new KeyGroupRangeOffsets(range, offsets), new ByteStreamStateHandle("state", stateOfKeyGroup5));
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.operator.initializeState(
                    OperatorSubtaskState.builder().setRawKeyedState(StateObjectCollection.singleton(handle)).build());
        }
    }

    @Test
    void whatASnapshotLetsOutComesBeforeTheBarrier() throws Exception {
        RowBatchBuilder held = new RowBatchBuilder(new RowDataSerializer(FragmentHarness.ROW));
        held.add(row(9, "held"));
        byte[] payload = held.take();
        sidecar.answer = (frame, echo) -> frame.hasSnapshot()
                ? snapshotOf(SnapshotResult.newBuilder()
                        .setCheckpointId(frame.getSnapshot().getCheckpointId())
                        .setResult(Result.newBuilder()
                                .addOutputs(OutputBatch.newBuilder()
                                        .setRowCount(1)
                                        .setPayload(Payload.newBuilder().setInline(ByteString.copyFrom(payload))))))
                : ServerFrame.newBuilder().setResult(echo);
        try (FragmentHarness<RowData> harness = settings().rows()) {
            harness.open();
            harness.element(row(1, "a"));
            harness.operator.prepareSnapshotPreBarrier(4);
            assertThat(harness.output()).containsExactly("+I1:a", "+I9:held");
            // Another batch may go, and come back, while the snapshot is written.
            harness.operator.snapshot(4, 4);
            harness.element(row(2, "b"));
            harness.operator.prepareSnapshotPreBarrier(5);
            assertThat(harness.output()).containsExactly("+I1:a", "+I9:held", "+I2:b", "+I9:held");
        }
    }

    @Test
    void aSnapshotOfAnotherCheckpointIsRefused() {
        sidecar.answer = (frame, echo) -> snapshotOf(SnapshotResult.newBuilder().setCheckpointId(3));
        assertThatThrownBy(this::snapshot).hasMessageContaining("SLIP-9001: expected snapshot 1 of");
    }

    @Test
    void piecesComeTogetherAndRowsAreCounted() throws Exception {
        FragmentHarness.Settings settings = settings();
        settings.limits = new BatchLimits(5, 1 << 20, 10);
        try (FragmentHarness<RowsPiece> harness = settings.pieces()) {
            harness.open();
            harness.element(piece(1, "a", "b"));
            harness.element(piece(2, "c"));
            assertThat(batches()).isEmpty();
            harness.element(piece(1, "d", "e"));
            assertThat(harness.outputOf(5)).containsExactly("+I1:a", "+I1:b", "+I2:c", "+I1:d", "+I1:e");
            // Not cut: the batch at hand goes first.
            harness.element(piece(1, "f", "g", "h"));
            harness.element(piece(2, "i", "j", "k"));
            // Larger than a batch.
            harness.element(piece(3, "1", "2", "3", "4", "5", "6"));
            harness.operator.setProcessingTime(9);
            harness.element(piece(3, "l"));
            assertThat(harness.outputOf(17)).hasSize(17);
            harness.operator.setProcessingTime(19);
            assertThat(harness.outputOf(18)).endsWith("+I3:5", "+I3:6", "+I3:l");
            assertThat(batches()).containsExactly(5, 3, 3, 6, 1);
            var metrics = ((FragmentOperator<?>) harness.operator.getOperator()).getMetricGroup().getIOMetricGroup();
            // The harness does not count elements as a chain does: seven came.
            assertThat(metrics.getNumRecordsInCounter().getCount()).isEqualTo(18 - 7);
        }
    }

    @Test
    void outputsBecomePieces() throws Exception {
        AtomicInteger keyGroup = new AtomicInteger(3);
        sidecar.answer = (frame, echo) -> {
            if (frame.hasBatch()) {
                echo.setOutputs(0, echo.getOutputs(0).toBuilder().setKeyGroup(keyGroup.getAndAdd(MAX_PARALLELISM - 4)));
            }
            return ServerFrame.newBuilder().setResult(echo);
        };
        FragmentHarness.Settings settings = settings();
        settings.keyed = false;
        try (FragmentHarness<RowData> harness = settings.rowsToPieces()) {
            harness.open();
            var target = sidecar.opened.get(0).getTargets(0);
            // There is no network around the operator.
            assertThat(List.of(target.getChannels(), target.getMaxParallelism())).containsExactly(1, MAX_PARALLELISM);
            assertThat(target.getPiecePerKeyGroup()).isFalse();
            for (int i = 0; i < 4; i++) {
                harness.element(row(i, "r"));
            }
            harness.operator.prepareSnapshotPreBarrier(1);
            assertThat(harness.output()).containsExactly("3[+I0:r, +I1:r]", "127[+I2:r, +I3:r]");
            var metrics = ((FragmentOperator<?>) harness.operator.getOperator()).getMetricGroup().getIOMetricGroup();
            assertThat(metrics.getNumRecordsOutCounter().getCount()).isEqualTo(4 - 2);
            harness.element(row(4, "r"));
            assertThatThrownBy(() -> harness.operator.prepareSnapshotPreBarrier(2))
                    .hasMessageContaining("SLIP-2004")
                    .hasMessageContaining("a piece of key group 251 of 128");
        }
    }

    private CountingFragment counting() {
        CountingFragment fragment = new CountingFragment(MAX_PARALLELISM);
        sidecar.answer = fragment;
        sidecar.blobs = fragment::fetch;
        return fragment;
    }

    private FragmentHarness.Settings settings() {
        FragmentHarness.Settings settings = new FragmentHarness.Settings(sidecar, directory, false);
        settings.keyed = true;
        settings.subtask = new FragmentHarness.Subtask(MAX_PARALLELISM, 1, 0);
        return settings;
    }

    private List<Integer> batches() {
        return sidecar.frames.stream().filter(ClientFrame::hasBatch).map(frame -> frame.getBatch().getRowCount()).toList();
    }

    private static ServerFrame.Builder snapshotOf(SnapshotResult.Builder snapshot) {
        return ServerFrame.newBuilder().setSnapshot(snapshot);
    }

    private static RowData row(long number, String text) {
        return GenericRowData.of(number, StringData.fromString(text));
    }

    private static RowsPiece piece(long number, String... texts) {
        RowBatchBuilder rows = new RowBatchBuilder(new RowDataSerializer(FragmentHarness.ROW));
        for (String text : texts) {
            rows.add(row(number, text));
        }
        return new RowsPiece((int) number, texts.length, rows.take());
    }
}
