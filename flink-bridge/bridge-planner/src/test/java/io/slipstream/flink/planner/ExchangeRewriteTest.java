package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.runtime.FragmentOperatorFactory;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.PiecePartitioner;
import io.slipstream.flink.runtime.RowsPieceTypeInfo;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans that are cut at exchanges: what becomes of GROUP BY. */
class ExchangeRewriteTest {

    private static final String COUNTS = "INSERT INTO counts SELECT b, COUNT(*) FROM src WHERE a > 3 GROUP BY b";
    private static final String TWICE = "INSERT INTO sums SELECT n, COUNT(*) FROM (SELECT b, COUNT(*) AS n FROM src GROUP BY b) GROUP BY n";
    private static final String TOTAL = "INSERT INTO total SELECT COUNT(*) FROM src WHERE a > 3";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.sidecar.known.addAll(
                Set.of(
                        "stream-exec-group-aggregate",
                        "stream-exec-local-group-aggregate",
                        "stream-exec-global-group-aggregate",
                        "stream-exec-mini-batch-assigner"));
        plans.env.executeSql("CREATE TABLE counts (b STRING, n BIGINT) WITH ('connector' = 'print')");
        plans.env.executeSql("CREATE TABLE sums (n BIGINT, m BIGINT) WITH ('connector' = 'print')");
        plans.env.executeSql("CREATE TABLE total (n BIGINT) WITH ('connector' = 'print')");
        plans.env.executeSql("CREATE TABLE narrow (b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '5')");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void aGroupByIsTwoFragmentsWithPiecesBetweenThem() {
        PlanGraph graph = graph(COUNTS);

        assertThat(graph.shape())
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "Slipstream(Calc) <- src",
                        "Exchange <- Slipstream(Calc)",
                        "Slipstream(GroupAggregate) <- Exchange",
                        "counts <- Slipstream(GroupAggregate)");
        OneInputTransformation<?, ?> below = graph.fragment("(Calc)");
        assertThat(below.getOutputType()).isEqualTo(RowsPieceTypeInfo.INSTANCE);
        assertThat(below.getStateKeySelector()).isNull();
        assertThat(below.getParallelism()).isEqualTo(2);
        PartitionTransformation<?> exchange = graph.exchanges().get(0);
        assertThat(exchange.getPartitioner()).isEqualTo(new PiecePartitioner<>());
        assertThat(exchange.getParallelism()).isEqualTo(ExecutionConfig.PARALLELISM_DEFAULT);
        OneInputTransformation<?, ?> above = graph.fragment("(GroupAggregate)");
        assertThat(above.getOutputType()).isInstanceOf(InternalTypeInfo.class);
        assertThat(above.getStateKeyType()).isEqualTo(Types.BYTE);
        assertThat(above.getStateKeySelector()).isNotNull();
        // As behind Flink's own exchange: the default, whatever that is when the job starts.
        assertThat(above.getParallelism()).isEqualTo(ExecutionConfig.PARALLELISM_DEFAULT);
        assertThat(above.getMaxParallelism()).isEqualTo(-1);
        assertThat(graph.vertices())
                .containsExactly("Source: src -> Slipstream(Calc) @2/-1", "Slipstream(GroupAggregate) -> Sink: counts @2/-1");
        assertThat(plans.report().logLine()).startsWith("Slipstream: plan accelerated (3 nodes, 2 fragments); ");
    }

    @Test
    void theSpecsSayWhatCrosses() {
        PlanGraph graph = graph(COUNTS);

        FragmentSpec below = spec(graph.fragment("(Calc)"));
        assertThat(below.input().form()).isEqualTo(Form.FORM_ROWS);
        assertThat(below.outputs()).extracting(FragmentSpec.Output::form).containsExactly(Form.FORM_PIECES);
        assertThat(below.outputs().get(0).rowType().asSummaryString()).isEqualTo("ROW<`b` STRING>");
        assertThat(below.keyed()).isFalse();
        FragmentSpec above = spec(graph.fragment("(GroupAggregate)"));
        assertThat(above.input().form()).isEqualTo(Form.FORM_PIECES);
        assertThat(above.input().rowType()).isEqualTo(below.outputs().get(0).rowType());
        assertThat(above.outputs()).extracting(FragmentSpec.Output::form).containsExactly(Form.FORM_ROWS);
        assertThat(above.keyed()).isTrue();
    }

    @Test
    void everyLevelOfAggregationIsAFragment() {
        assertThat(graph(TWICE).shape())
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "Slipstream(Calc) <- src",
                        "Exchange <- Slipstream(Calc)",
                        "Slipstream(GroupAggregate -> Calc) <- Exchange",
                        "Exchange <- Slipstream(GroupAggregate -> Calc)",
                        "Slipstream(GroupAggregate) <- Exchange",
                        "sums <- Slipstream(GroupAggregate)");
    }

    @Test
    void withMiniBatchesTheLocalAggregateStaysBelowTheExchange() {
        miniBatch();
        PlanGraph graph = graph(COUNTS);

        assertThat(graph.shape())
                .contains(
                        "Slipstream(MiniBatchAssigner -> Calc -> LocalGroupAggregate) <- src",
                        "Slipstream(GlobalGroupAggregate) <- Exchange");
        assertThat(graph.fragment("LocalGroupAggregate)").getStateKeySelector()).isNull();
        assertThat(graph.fragment("GlobalGroupAggregate").getStateKeySelector()).isNotNull();
        assertThat(plans.report().logLine()).startsWith("Slipstream: plan accelerated (5 nodes, 2 fragments); ");
    }

    @Test
    void withoutKeysAllRowsGoToOneSubtaskThatStaysOne() {
        PlanGraph graph = graph(TOTAL);

        assertThat(graph.exchanges().get(0).getPartitioner()).isInstanceOf(GlobalPartitioner.class);
        assertThat(graph.exchanges().get(0).getParallelism()).isEqualTo(1);
        OneInputTransformation<?, ?> aggregate = graph.fragment("(GroupAggregate)");
        assertThat(aggregate.getParallelism()).isEqualTo(1);
        assertThat(aggregate.getMaxParallelism()).isEqualTo(1);
        assertThat(graph.sink(0).getParallelism()).isEqualTo(1);
        assertThat(graph.vertices())
                .containsExactly("Source: src -> Slipstream(Calc) @2/-1", "Slipstream(GroupAggregate) -> Sink: total @1/1");
        plans.env.getConfig().set("slipstream.enabled", "false");
        assertThat(graph(TOTAL).vertices()).contains("GroupAggregate -> Sink: total @1/1");
    }

    @Test
    void theBranchesOfAUnionFeedOneExchange() {
        PlanGraph graph =
                graph(
                        "INSERT INTO counts SELECT b, COUNT(*) FROM (SELECT a + 1, b FROM src2 UNION ALL SELECT a, b FROM src WHERE a > 3)"
                                + " GROUP BY b");

        assertThat(graph.shape())
                .containsExactlyInAnyOrder(
                        "src <- ",
                        "src2 <- ",
                        "Slipstream(Calc -> Union) <- src",
                        "Slipstream(Calc -> Union) <- src2",
                        "Union <- Slipstream(Calc -> Union), Slipstream(Calc -> Union)",
                        "Exchange <- Union",
                        "Slipstream(GroupAggregate) <- Exchange",
                        "counts <- Slipstream(GroupAggregate)");
        assertThat(graph.exchanges().get(0).getInputs().get(0).getInputs())
                .allSatisfy(branch -> assertThat(branch.getOutputType()).isEqualTo(RowsPieceTypeInfo.INSTANCE));
        assertThat(graph.vertices()).hasSize(3);
    }

    @Test
    void aUnionOfASourceWithItselfIsOneFragment() {
        PlanGraph graph =
                graph("INSERT INTO counts SELECT b, COUNT(*) FROM (SELECT a, b FROM src UNION ALL SELECT a, b FROM src WHERE a > 3) GROUP BY b");

        assertThat(graph.shape()).contains("Slipstream(Calc -> Calc -> Union) <- src", "Exchange <- Slipstream(Calc -> Calc -> Union)");
    }

    @Test
    void valuesFeedAnExchangeFromTheirOneSubtask() {
        PlanGraph graph = graph("INSERT INTO counts SELECT b, COUNT(*) FROM (VALUES ('x'), ('y'), ('x')) AS v(b) GROUP BY b");

        assertThat(graph.vertices())
                .containsExactly("Source: Values -> Slipstream(partition) @1/1", "Slipstream(GroupAggregate) -> Sink: counts @2/-1");
    }

    @Test
    void statementsThatShareASourceShareItsFragment() {
        PlanGraph graph = graph("INSERT INTO snk SELECT a + 1, b FROM src", COUNTS, TOTAL);

        assertThat(graph.shape()).filteredOn(line -> line.endsWith(" <- src")).hasSize(1);
        assertThat(graph.shape())
                .contains(
                        "Exchange <- SideOutput",
                        "Slipstream(GroupAggregate) <- Exchange",
                        "counts <- Slipstream(GroupAggregate)",
                        "total <- Slipstream(GroupAggregate)");
        assertThat(graph.exchanges()).hasSize(2);
        assertThat(graph.vertices())
                .containsExactly(
                        "Source: src -> Slipstream(Calc -> Calc -> Calc) @2/-1",
                        "snk: Writer @2/-1",
                        "Slipstream(GroupAggregate) -> Sink: counts @2/-1",
                        "Slipstream(GroupAggregate) -> Sink: total @1/1");
    }

    @Test
    void aGroupThatTwoStatementsReadIsMadeOnce() {
        String grouped = "(SELECT b, COUNT(*) AS n FROM src GROUP BY b)";
        PlanGraph graph =
                graph("INSERT INTO counts SELECT b, n + 1 FROM " + grouped, "INSERT INTO total SELECT SUM(n) FROM " + grouped);

        assertThat(graph.shape())
                .contains("counts <- Slipstream(GroupAggregate -> Calc -> Calc)", "Exchange <- SideOutput")
                .filteredOn(line -> line.startsWith("Slipstream"))
                .hasSize(3);
    }

    @Test
    void rowsThatGoStraightIntoAnExchangeCrossOverToBeSpread() {
        PlanGraph graph = graph("INSERT INTO counts SELECT b, COUNT(*) FROM narrow GROUP BY b");

        assertThat(graph.shape()).contains("Slipstream(partition) <- narrow", "Exchange <- Slipstream(partition)");
        assertThat(graph.fragment("(partition)").getName()).matches("Slipstream\\[\\d+]\\(partition\\)");
        assertThat(graph.fragment("(partition)").getDescription()).matches("Slipstream\\[\\d+]:partition");
        assertThat(plans.report().logLine()).startsWith("Slipstream: plan accelerated (2 nodes, 2 fragments); ");
    }

    @Test
    void rowsBesideThemThatOnlyPassThroughStayWithFlink() {
        PlanGraph graph = graph("INSERT INTO snk SELECT * FROM src2", COUNTS);

        assertThat(graph.shape()).contains("snk <- src2", "Slipstream(GroupAggregate) <- Exchange");
        assertThat(plans.report().logLine()).contains("2 fragments");
    }

    @Test
    void explainHasALineForTheExchangeAndShowsTheOperators() {
        String explained = plans.env.explainSql(COUNTS, ExplainDetail.JSON_EXECUTION_PLAN);

        assertThat(explained)
                .contains("accelerated (3 nodes, 2 fragments)")
                .contains("Exchange(distribution=[hash[b]]): accelerated")
                .contains("GroupAggregate(groupBy=[b], select=[b, COUNT(*) AS EXPR$1]): accelerated")
                .contains("\"ship_strategy\" : \"HASH\"");
        assertThat(plans.env.explainSql("SELECT b, COUNT(*) FROM src GROUP BY b")).contains("accelerated (3 nodes, 2 fragments)");
    }

    private void miniBatch() {
        plans.env.getConfig().set("table.exec.mini-batch.enabled", "true");
        plans.env.getConfig().set("table.exec.mini-batch.allow-latency", "2 s");
        plans.env.getConfig().set("table.exec.mini-batch.size", "1000");
    }

    private static FragmentSpec spec(OneInputTransformation<?, ?> fragment) {
        return ((FragmentOperatorFactory<?>) fragment.getOperatorFactory()).spec();
    }

    private PlanGraph graph(String... inserts) {
        return new PlanGraph(plans.translate(inserts));
    }
}
