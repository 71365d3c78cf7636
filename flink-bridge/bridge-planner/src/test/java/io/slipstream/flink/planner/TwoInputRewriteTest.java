package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.TwoInputFragmentOperatorFactory;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fragments of two inputs: what becomes of a join, if the sidecar knows it. */
class TwoInputRewriteTest {

    private static final String JOIN = "INSERT INTO snk SELECT src.a, src2.b FROM src JOIN src2 ON src.a = src2.a AND src2.b <> 'x'";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.sidecar.known.add("stream-exec-join");
        plans.sidecar.together.add("stream-exec-join");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void aJoinReadsBothExchangesInOneFragment() {
        PlanGraph graph = new PlanGraph(plans.translate(JOIN));

        assertThat(graph.shape())
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "src2 <- ",
                        "Slipstream(Calc) <- src",
                        "Slipstream(Calc) <- src2",
                        "Exchange <- Slipstream(Calc)",
                        "Slipstream(Join -> Calc) <- Exchange, Exchange",
                        "snk <- Slipstream(Join -> Calc)");
        TwoInputTransformation<?, ?, ?> join = graph.joinedFragment("(Join");
        assertThat(join.getParallelism()).isEqualTo(ExecutionConfig.PARALLELISM_DEFAULT);
        assertThat(join.getMaxParallelism()).isEqualTo(-1);
        assertThat(join.getStateKeyType()).isEqualTo(Types.BYTE);
        assertThat(join.getStateKeySelector1()).isNotNull();
        assertThat(join.getStateKeySelector2()).isNotNull();
        assertThat(graph.vertices()).contains("Slipstream(Join -> Calc) -> snk: Writer @2/-1");
        assertThat(plans.report().logLine()).contains("accelerated").contains("3 fragments");
    }

    @Test
    void theSpecHasBothInputs() {
        TwoInputTransformation<?, ?, ?> join = new PlanGraph(plans.translate(JOIN)).joinedFragment("(Join");
        FragmentSpec spec = ((TwoInputFragmentOperatorFactory) join.getOperatorFactory()).spec();

        assertThat(spec.inputs()).extracting(FragmentSpec.Input::index).containsExactly(0, 1);
        assertThat(spec.inputs()).extracting(FragmentSpec.Input::form).containsOnly(Form.FORM_PIECES);
        assertThat(spec.inputs())
                .extracting(input -> input.rowType().asSummaryString())
                .containsExactly("ROW<`a` BIGINT>", "ROW<`a` BIGINT, `b` STRING>");
        assertThat(spec.keyed()).isTrue();
        assertThat(spec.consumesWatermarks()).isTrue();
        assertThat(spec.watermarkAssignment()).isNull();
    }

    @Test
    void aJoinOfAJoinIsCutAtTheExchangeBetweenThem() {
        plans.env.executeSql("CREATE TABLE src3 (a BIGINT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '5')");
        PlanGraph graph = new PlanGraph(plans.translate(
                "INSERT INTO snk SELECT src.a, src3.b FROM src JOIN src2 ON src.a = src2.a JOIN src3 ON src2.b = src3.b"));

        assertThat(graph.shape())
                .filteredOn(line -> line.startsWith("Slipstream(Join"))
                .allMatch(line -> line.endsWith(" <- Exchange, Exchange"));
        assertThat(graph.vertices()).filteredOn(vertex -> vertex.startsWith("Slipstream(Join")).hasSize(2);
    }
}
