package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.proto.PlanNode;
import io.slipstream.flink.runtime.EncodedRecordTypeInfo;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.SinkTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.QueryOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Flink decides at a sink by the parallelism and the changelog of what comes in, behind an exchange. */
class ExchangeSinksTest {

    private static final String FIRST = "SELECT b, a FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY b ORDER BY PROCTIME()) AS n FROM raw_src) WHERE n = 1";
    private static final String COUNTS = "SELECT b, COUNT(*) FROM raw_src GROUP BY b";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.sidecar.known.addAll(Set.of("stream-exec-group-aggregate", "stream-exec-deduplicate"));
        plans.env.executeSql("CREATE TABLE raw_src (a BIGINT, b STRING) WITH ('connector' = 'raw-test')");
        plans.env.executeSql("CREATE TABLE raw_log (b STRING, n BIGINT) WITH ('connector' = 'raw-test', 'changelog' = 'true')");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void aChangelogCanBeEncodedToo() {
        SinkTransformation<?, ?> sink = (SinkTransformation<?, ?>) plans.translate("INSERT INTO raw_log " + COUNTS).get(0);

        assertThat(sink.getSink()).isInstanceOf(RawTestTables.EncodedSink.class);
        OneInputTransformation<?, ?> aggregate = (OneInputTransformation<?, ?>) sink.getInputs().get(0);
        assertThat(aggregate.getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        assertThat(sink.getParallelism()).isEqualTo(ExecutionConfig.PARALLELISM_DEFAULT);
    }

    @Test
    void aSinkOfThatVeryParallelismIsStillPartitionedByKey() {
        // Its input has the default parallelism, 2, but Flink does not know that yet.
        plans.env.executeSql(
                "CREATE TABLE raw_two (b STRING, a BIGINT, PRIMARY KEY (b) NOT ENFORCED) WITH ('connector' = 'raw-test', 'parallelism' = '2')");
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO raw_two " + FIRST));

        assertThat(sinkNode().getRawCapable()).isFalse();
        assertThat(sinkNode().getSpec().toStringUtf8()).containsPattern("\"operatorsBefore\":\\[[^]]*]?[^]]*\"Partitioner");
        assertThat(graph.shape()).anyMatch(line -> line.matches("Partitioner <- ConstraintEnforcer.*"));
        assertThat(graph.sink(0).getParallelism()).isEqualTo(2);
    }

    @Test
    void aSinkWithoutKeysThatCannotKeepTheOrderIsRejectedByFlink() {
        plans.env.executeSql(
                "CREATE TABLE raw_log_two (b STRING, n BIGINT) WITH ('connector' = 'raw-test', 'changelog' = 'true', 'parallelism' = '2')");

        assertThatThrownBy(() -> plans.translate("INSERT INTO raw_log_two " + COUNTS))
                .isInstanceOf(TableException.class)
                .hasMessageContaining("has a configured parallelism of 2, while the input parallelism is -1");
    }

    @Test
    void oneSubtaskIsWhatASinkBehindATotalGets() {
        plans.env.executeSql(
                "CREATE TABLE raw_total (n BIGINT) WITH ('connector' = 'raw-test', 'changelog' = 'true', 'parallelism' = '1')");

        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO raw_total SELECT COUNT(*) FROM raw_src"));

        assertThat(graph.sink(0).getInputs().get(0).getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        assertThat(graph.vertices()).anyMatch(line -> line.matches("Slipstream\\(GroupAggregate\\) -> raw_total: Writer @1/1"));
    }

    @Test
    void whatTheSidecarDoesNotMaterializeForASinkIsMaterializedByFlink() {
        plans.env.executeSql(
                "CREATE TABLE by_count (b STRING, n BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH ('connector' = 'raw-test', 'changelog' = 'true')");
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO by_count SELECT MAX(b), n FROM (" + COUNTS + ") AS c(b, n) GROUP BY b, n"));

        assertThat(plans.report().accelerated()).isTrue();
        assertThat(graph.shape()).anyMatch(line -> line.startsWith("SinkMaterializer")).anyMatch(line -> line.startsWith("Partitioner"));
    }

    @Test
    void aCollectedQueryIsCutAtItsExchanges() {
        QueryOperation query = (QueryOperation) ((TableEnvironmentInternal) plans.env).getParser().parse(COUNTS).get(0);
        PlanGraph graph = new PlanGraph(plans.planner().translate(List.of(new CollectModifyOperation(query))));

        assertThat(plans.report().logLine()).startsWith("Slipstream: plan accelerated (3 nodes, 2 fragments)");
        assertThat(graph.shape())
                .contains("ConstraintEnforcer <- Slipstream(GroupAggregate)", "Slipstream(GroupAggregate) <- Exchange");
    }

    private PlanNode sinkNode() {
        List<PlanNode> nodes = plans.sidecar.requests.get(0).getNodesList();
        return nodes.get(nodes.size() - 1);
    }
}
