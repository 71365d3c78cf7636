package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.OutputTarget;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.SnapshotResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.SideOutputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on a cluster: a fragment that is chained to its source feeds two others through the network, or both inputs of one. */
@Timeout(120)
class FragmentNetworkTest {

    private static final int ROWS = 1000;
    /** By which the fake sidecar knows those behind the network. */
    private static final int INPUT_BEHIND = 7;

    private static final int SECOND_INPUT_BEHIND = 8;

    private static final List<FragmentSpec.Output> FIRST_OUTPUTS = List.of(
            new FragmentSpec.Output(0, Form.FORM_PIECES, FragmentHarness.ROW),
            new FragmentSpec.Output(1, Form.FORM_PIECES, FragmentHarness.ROW));

    private static MiniCluster cluster;

    @TempDir
    Path directory;

    private FakeSidecar sidecar;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = new MiniCluster(
                new MiniClusterConfiguration.Builder().setNumTaskManagers(1).setNumSlotsPerTaskManager(3).build());
        cluster.start();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void start() throws IOException {
        sidecar = new FakeSidecar(directory);
        sidecar.answer = FragmentNetworkTest::answer;
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    /** The first fragment sends everything to both its outputs, to two key groups. */
    private static ServerFrame.Builder answer(ClientFrame frame, Result.Builder echo) {
        if (frame.hasSnapshot()) {
            long checkpointId = frame.getSnapshot().getCheckpointId();
            return ServerFrame.newBuilder().setSnapshot(SnapshotResult.newBuilder().setCheckpointId(checkpointId));
        }
        if (frame.hasBatch() && frame.getBatch().getInput() < INPUT_BEHIND) {
            var output = echo.getOutputs(0);
            echo.clearOutputs()
                    .addOutputs(output.toBuilder().setOutput(0).setKeyGroup(63))
                    .addOutputs(output.toBuilder().setOutput(1).setKeyGroup(31));
        }
        return ServerFrame.newBuilder().setResult(echo);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void piecesFindTheirChannels(boolean unaligned) throws Exception {
        StreamExecutionEnvironment env = environment(unaligned);
        OneInputTransformation<RowData, RowData> first = first(env);
        Transformation<RowData> side = new SideOutputTransformation<>(first, FIRST_OUTPUTS.get(1).tag());
        behind(env, first, "second", 2, 64);
        behind(env, side, "third", 3, 32);

        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
        List<Open> opens = sidecar.opened.stream().filter(open -> open.getFragmentId().equals("first")).toList();
        assertThat(opens).hasSize(1);
        assertThat(opens.get(0).getTargetsList()).containsExactly(target(2, 64, unaligned), target(3, 32, unaligned));
        assertThat(sidecar.opened.stream().filter(open -> open.getFragmentId().equals("second")).map(Open::getKeyGroupEnd))
                .containsExactlyInAnyOrder(31, 63);
        assertThat(sidecar.frames.stream()
                        .filter(frame -> frame.hasBatch() && frame.getBatch().getInput() == INPUT_BEHIND)
                        .mapToInt(frame -> frame.getBatch().getRowCount())
                        .sum())
                .isEqualTo(2 * ROWS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothInputsOfAFragmentComeThroughTheNetwork(boolean unaligned) throws Exception {
        StreamExecutionEnvironment env = environment(unaligned);
        OneInputTransformation<RowData, RowData> first = first(env);
        Transformation<RowData> side = new SideOutputTransformation<>(first, FIRST_OUTPUTS.get(1).tag());
        List<FragmentSpec.Input> inputs = List.of(
                FragmentSpec.Input.pieces(INPUT_BEHIND, FragmentHarness.ROW),
                FragmentSpec.Input.pieces(SECOND_INPUT_BEHIND, FragmentHarness.ROW));
        List<FragmentSpec.Output> outputs = List.of(new FragmentSpec.Output(0, Form.FORM_ROWS, FragmentHarness.ROW));
        TwoInputTransformation<RowData, RowData, RowData> joined = new TwoInputTransformation<>(
                exchange(first, 2),
                exchange(side, 2),
                "joined",
                pieces(new TwoInputFragmentOperatorFactory(spec("joined", inputs, outputs, true))),
                outputs.get(0).type(),
                2);
        joined.setMaxParallelism(64);
        joined.setStateKeySelectors(FragmentNetworkTest::noKey, FragmentNetworkTest::noKey);
        joined.setStateKeyType(Types.BYTE);
        new DataStream<>(env, joined).sinkTo(new DiscardingSink<>()).setParallelism(2);

        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
        assertThat(sidecar.opened.stream().filter(open -> open.getFragmentId().equals("joined")).map(Open::getKeyGroupEnd))
                .containsExactlyInAnyOrder(31, 63);
        for (int input : List.of(INPUT_BEHIND, SECOND_INPUT_BEHIND)) {
            assertThat(sidecar.frames.stream()
                            .filter(frame -> frame.hasBatch() && frame.getBatch().getInput() == input)
                            .mapToInt(frame -> frame.getBatch().getRowCount())
                            .sum())
                    .isEqualTo(ROWS);
            assertThat(sidecar.frames.stream().filter(frame -> frame.hasEndInput() && frame.getEndInput().getInput() == input)).hasSize(2);
        }
    }

    /** Pieces are declared as rows to Flink's API. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static StreamOperatorFactory<RowData> pieces(TwoInputFragmentOperatorFactory factory) {
        return (StreamOperatorFactory) factory;
    }

    private static StreamExecutionEnvironment environment(boolean unaligned) {
        Configuration config = new Configuration();
        config.set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
        env.enableCheckpointing(50);
        return env;
    }

    private OneInputTransformation<RowData, RowData> first(StreamExecutionEnvironment env) {
        Transformation<RowData> rows = env.fromSequence(1, ROWS)
                .map(number -> (RowData) GenericRowData.of(number, StringData.fromString("r")))
                .returns(InternalTypeInfo.of(FragmentHarness.ROW))
                .setParallelism(1)
                .getTransformation();
        return transformation(rows, "first", FragmentSpec.Input.rows(0, FragmentHarness.ROW), FIRST_OUTPUTS, false, 1);
    }

    private static Transformation<RowData> exchange(Transformation<RowData> input, int parallelism) {
        Transformation<RowData> exchange = new PartitionTransformation<>(input, new PiecePartitioner<>());
        exchange.setParallelism(parallelism);
        exchange.setOutputType(input.getOutputType());
        return exchange;
    }

    private static Byte noKey(RowData row) {
        throw new AssertionError("asked for a key");
    }

    private void behind(
            StreamExecutionEnvironment env, Transformation<RowData> input, String fragmentId, int parallelism, int maxParallelism) {
        List<FragmentSpec.Output> outputs = List.of(new FragmentSpec.Output(0, Form.FORM_ROWS, FragmentHarness.ROW));
        FragmentSpec.Input pieces = FragmentSpec.Input.pieces(INPUT_BEHIND, FragmentHarness.ROW);
        OneInputTransformation<RowData, RowData> fragment =
                transformation(exchange(input, parallelism), fragmentId, pieces, outputs, true, parallelism);
        fragment.setMaxParallelism(maxParallelism);
        fragment.setStateKeySelector(FragmentNetworkTest::noKey);
        fragment.setStateKeyType(Types.BYTE);
        new DataStream<>(env, fragment).sinkTo(new DiscardingSink<>()).setParallelism(parallelism);
    }

    private OneInputTransformation<RowData, RowData> transformation(
            Transformation<RowData> input,
            String fragmentId,
            FragmentSpec.Input spec,
            List<FragmentSpec.Output> outputs,
            boolean keyed,
            int parallelism) {
        return new OneInputTransformation<>(
                input,
                fragmentId,
                new FragmentOperatorFactory<>(spec(fragmentId, List.of(spec), outputs, keyed)),
                outputs.get(0).type(),
                parallelism);
    }

    private FragmentSpec spec(
            String fragmentId, List<FragmentSpec.Input> inputs, List<FragmentSpec.Output> outputs, boolean keyed) {
        Map<String, String> config = Map.of(
                SlipstreamOptions.SIDECAR_MODE.key(), "external",
                SlipstreamOptions.SIDECAR_ADDRESS.key(), sidecar.address(),
                SlipstreamOptions.LANE_ENABLED.key(), "false");
        BatchLimits limits = new BatchLimits(100, 1 << 20, 10);
        return new FragmentSpec(fragmentId, new byte[1], inputs, outputs, config, limits, null, keyed, false);
    }

    private static OutputTarget target(int channels, int maxParallelism, boolean piecePerKeyGroup) {
        return OutputTarget.newBuilder()
                .setChannels(channels)
                .setMaxParallelism(maxParallelism)
                .setPiecePerKeyGroup(piecePerKeyGroup)
                .build();
    }
}
