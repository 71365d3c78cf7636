package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.WatermarkMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
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

/** The operator of a fragment that joins two inputs. */
@Timeout(60)
class TwoInputFragmentTest {

    private static final int MAX_PARALLELISM = 128;
    private static final int KEYS = 300;
    /** Of the two inputs in the fragment. */
    private static final int LEFT = 0;

    private static final int RIGHT = 1;

    @TempDir
    Path directory;

    private FakeSidecar sidecar;
    private BatchLimits limits = new BatchLimits(3, 1 << 20, 10);

    @BeforeEach
    void start() throws IOException {
        sidecar = new FakeSidecar(directory);
        sidecar.answer = new CountingFragment(MAX_PARALLELISM) {
            @Override
            public ServerFrame.Builder of(ClientFrame frame, Result.Builder echo) {
                if (frame.hasWatermark()) {
                    echo.addMarks(WatermarkMark.newBuilder().setTimestampMs(frame.getWatermark().getTimestampMs()));
                }
                return super.of(frame, echo);
            }
        };
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void eachInputHasItsOwnBatches() throws Exception {
        try (Harness harness = new Harness(1, 0)) {
            harness.open();
            harness.left(1, "a", "b");
            harness.right(2, "x");
            harness.left(1, "c");
            harness.right(2, "y");
            assertThat(harness.outputOf(3)).containsExactly("+I1:1", "+I1:2", "+I1:3");
            assertThat(sent()).containsExactly("left 3");
            // The older batch alone is due.
            harness.harness.setProcessingTime(5);
            harness.left(1, "d");
            harness.harness.setProcessingTime(10);
            assertThat(harness.outputOf(5)).endsWith("+I2:1", "+I2:2");
            assertThat(sent()).containsExactly("left 3", "right 2");
            harness.harness.setProcessingTime(15);
            assertThat(harness.outputOf(6)).endsWith("+I1:4");
            assertThat(sent()).containsExactly("left 3", "right 2", "left 1");
        }
    }

    @Test
    void theLeastWatermarkOfThoseInputsThatAreNotIdleCrosses() throws Exception {
        try (Harness harness = new Harness(1, 0)) {
            harness.open();
            harness.right(2, "x");
            harness.operator().processWatermark1(new Watermark(10));
            harness.left(1, "a");
            harness.operator().processWatermark2(new Watermark(7));
            harness.operator().processWatermark2(new Watermark(6));
            harness.operator().processWatermarkStatus2(WatermarkStatus.IDLE);
            harness.operator().processWatermarkStatus1(WatermarkStatus.IDLE);
            harness.operator().processWatermarkStatus2(WatermarkStatus.ACTIVE);
            harness.operator().processWatermark2(new Watermark(12));
            harness.operator().processWatermark1(Watermark.MAX_WATERMARK);
            harness.operator().processWatermarkStatus1(WatermarkStatus.ACTIVE);
            harness.operator().processWatermark2(Watermark.MAX_WATERMARK);
            assertThat(harness.outputOf(8))
                    .containsExactly("+I1:1", "+I2:1", "W7", "W10", "idle", "active", "W12", "Wmax");
            assertThat(sent()).containsExactly("left 1", "right 1", "W7", "W10", "W12", "W" + Long.MAX_VALUE);
        }
    }

    @Test
    void bothInputsEndBeforeTheFragmentDoes() throws Exception {
        try (Harness harness = new Harness(1, 0)) {
            harness.open();
            harness.left(1, "a");
            harness.operator().endInput(2);
            harness.left(1, "b");
            harness.operator().endInput(1);
            assertThat(harness.output()).containsExactly("+I1:1", "+I1:2");
            assertThat(sent()).containsExactly("left 1", "end right", "left 1", "end left");
        }
    }

    @Test
    void stateOfBothInputsMovesFromOneSubtaskToThreeToOne() throws Exception {
        OperatorSubtaskState one = runAll(1, null, 1, "1", "2").get(0);
        assertThat(one.getRawKeyedState()).hasSize(1);
        List<OperatorSubtaskState> three = runAll(3, one, 1, "3", "4");
        runAll(1, AbstractStreamOperatorTestHarness.repackageState(three.toArray(new OperatorSubtaskState[0])), 3, "5", "6");
    }

    /** Each key once from either side, at its subtask; what waits is drained by the barrier. The state afterwards. */
    private List<OperatorSubtaskState> runAll(
            int parallelism, OperatorSubtaskState before, int oldParallelism, String leftCount, String rightCount) throws Exception {
        limits = new BatchLimits(1000, 1 << 20, 1000);
        List<OperatorSubtaskState> after = new ArrayList<>();
        for (int index = 0; index < parallelism; index++) {
            CountingFragment fragment = new CountingFragment(MAX_PARALLELISM);
            sidecar.answer = fragment;
            sidecar.blobs = fragment::fetch;
            try (Harness harness = new Harness(parallelism, index)) {
                if (before != null) {
                    harness.harness.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            before, MAX_PARALLELISM, oldParallelism, parallelism, index));
                }
                harness.open();
                int keys = 0;
                for (long key = 0; key < KEYS; key++) {
                    if (KeyGroupRangeAssignment.assignKeyToParallelOperator(key, MAX_PARALLELISM, parallelism) == index) {
                        harness.left(key, "");
                        harness.right(key, "");
                        keys++;
                    }
                }
                harness.operator().prepareSnapshotPreBarrier(7);
                after.add(harness.harness.snapshot(7, 7));
                assertThat(harness.output()).hasSize(2 * keys);
                assertThat(harness.output().subList(0, keys)).allMatch(row -> row.endsWith(":" + leftCount));
                assertThat(harness.output().subList(keys, 2 * keys)).allMatch(row -> row.endsWith(":" + rightCount));
            }
        }
        return after;
    }

    @Test
    void anythingButTwoInputsOfPiecesIsRefused() {
        FragmentSpec.Input pieces = FragmentSpec.Input.pieces(LEFT, FragmentHarness.ROW);
        FragmentSpec.Input rows = FragmentSpec.Input.rows(RIGHT, FragmentHarness.ROW);
        assertThatThrownBy(() -> new TwoInputFragmentOperatorFactory(spec(List.of(pieces, rows))))
                .hasMessageContaining("expected two inputs of pieces of joined, found");
        assertThatThrownBy(() -> new TwoInputFragmentOperatorFactory(spec(List.of(pieces)))).hasMessageContaining("found [");
        assertThatThrownBy(() -> spec(List.of(pieces, pieces)).input()).hasMessageContaining("expected one input of joined");
    }

    private FragmentSpec spec(List<FragmentSpec.Input> inputs) {
        FragmentHarness.Settings settings = new FragmentHarness.Settings(sidecar, directory, false);
        List<FragmentSpec.Output> outputs = List.of(new FragmentSpec.Output(0, Form.FORM_ROWS, FragmentHarness.ROW));
        return new FragmentSpec("joined", new byte[] {1}, inputs, outputs, settings.config, limits, null, true, true);
    }

    /** Frames but for those of opening, checkpoints and restores. */
    private List<String> sent() {
        List<String> texts = new ArrayList<>();
        for (ClientFrame frame : sidecar.frames) {
            switch (frame.getBodyCase()) {
                case BATCH -> texts.add(side(frame.getBatch().getInput()) + " " + frame.getBatch().getRowCount());
                case WATERMARK -> texts.add("W" + frame.getWatermark().getTimestampMs());
                case END_INPUT -> texts.add("end " + side(frame.getEndInput().getInput()));
                default -> {}
            }
        }
        return texts;
    }

    private static String side(int input) {
        return input == LEFT ? "left" : "right";
    }

    /** The operator must never ask for a key. */
    private static Byte noKey(RowsPiece piece) {
        throw new AssertionError("asked for the key of " + piece);
    }

    /** Flink's own harnesses of two inputs make no operator from a factory. */
    private static final class TwoInputHarness extends AbstractStreamOperatorTestHarness<RowData> {

        TwoInputHarness(FragmentSpec spec, int parallelism, int index) throws Exception {
            super(new TwoInputFragmentOperatorFactory(spec), MAX_PARALLELISM, parallelism, index);
            config.setStateKeySerializer(Types.BYTE.createSerializer(executionConfig.getSerializerConfig()));
            KeySelector<RowsPiece, Byte> selector = TwoInputFragmentTest::noKey;
            config.setStatePartitioner(0, selector);
            config.setStatePartitioner(1, selector);
            config.serializeAllConfigs();
            setup(new EncodedOrRowSerializer());
        }

        TwoInputFragmentOperator operator() {
            return (TwoInputFragmentOperator) operator;
        }
    }

    private final class Harness implements AutoCloseable {
        final TwoInputHarness harness;

        Harness(int parallelism, int index) throws Exception {
            harness = new TwoInputHarness(
                    spec(List.of(
                            FragmentSpec.Input.pieces(LEFT, FragmentHarness.ROW), FragmentSpec.Input.pieces(RIGHT, FragmentHarness.ROW))),
                    parallelism,
                    index);
        }

        TwoInputFragmentOperator operator() {
            return harness.operator();
        }

        void open() throws Exception {
            harness.open();
        }

        void left(long key, String... texts) throws Exception {
            operator().processElement1(new StreamRecord<>(piece(key, texts)));
        }

        void right(long key, String... texts) throws Exception {
            operator().processElement2(new StreamRecord<>(piece(key, texts)));
        }

        List<String> output() {
            return FragmentHarness.textsOf(harness.getOutput());
        }

        List<String> outputOf(int elementCount) throws Exception {
            return FragmentHarness.outputOf(harness, elementCount);
        }

        @Override
        public void close() throws Exception {
            harness.close();
        }
    }

    private static RowsPiece piece(long key, String... texts) {
        RowBatchBuilder rows = new RowBatchBuilder(new RowDataSerializer(FragmentHarness.ROW));
        for (String text : texts) {
            rows.add(GenericRowData.of(key, StringData.fromString(text)));
        }
        return new RowsPiece(KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM), texts.length, rows.take());
    }
}
