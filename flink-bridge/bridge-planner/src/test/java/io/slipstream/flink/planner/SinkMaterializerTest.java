package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.Fragment;
import io.slipstream.flink.runtime.EncodedRecordTypeInfo;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.PlanReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sinks with another key than the query: the sidecar materializes their rows, at the place of Flink's SinkUpsertMaterializer. */
class SinkMaterializerTest {

    private static final String COLUMNS = " (b STRING, n BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH ('connector' = ";
    private static final String COUNTS = " SELECT b, COUNT(*) FROM src GROUP BY b";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.sidecar.known.addAll(Set.of("stream-exec-group-aggregate"));
        plans.sidecar.materializes = true;
        plans.env.executeSql("CREATE TABLE by_count" + COLUMNS + "'print')");
        plans.env.executeSql("CREATE TABLE three" + COLUMNS + "'print', 'sink.parallelism' = '3')");
        plans.env.executeSql("CREATE TABLE raw_three" + COLUMNS + "'raw-test', 'changelog' = 'true', 'parallelism' = '3')");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void rowsComeMaterializedToFlinksSink() {
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO by_count" + COUNTS));

        assertThat(plans.report().logLine())
                .startsWith("Slipstream: plan accelerated (3 nodes, 3 fragments)")
                .contains("Sink: materialized in the sidecar, encoded by Flink: ");
        assertThat(graph.shape())
                .contains(
                        "Slipstream(SinkMaterializer) <- Partitioner",
                        "Partitioner <- Slipstream(GroupAggregate)",
                        "by_count <- Slipstream(SinkMaterializer)")
                .noneMatch(line -> line.startsWith("ConstraintEnforcer") || line.startsWith("SinkMaterializer"));
        assertThat(graph.vertices()).contains("Slipstream(SinkMaterializer) -> Sink: by_count @2/-1");
    }

    @Test
    void itHasTheParallelismOfTheSink() {
        PlanGraph rows = new PlanGraph(plans.translate("INSERT INTO three" + COUNTS));
        assertThat(rows.vertices()).contains("Slipstream(SinkMaterializer) -> Sink: three @3/-1");

        PlanGraph records = new PlanGraph(plans.translate("INSERT INTO raw_three" + COUNTS));
        assertThat(records.vertices()).contains("Slipstream(SinkMaterializer) -> raw_three: Writer @3/-1");
        assertThat(plans.report().logLine()).contains("Sink: materialized and encoded in the sidecar");
        OneInputTransformation<?, ?> materializer = records.fragment("(SinkMaterializer)");
        assertThat(materializer.getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        assertThat(materializer.getStateKeySelector()).isNotNull();
        assertThat(materializer.getParallelism()).isEqualTo(3);
    }

    @Test
    void recordsOfUpsertKafkaAreEncodedBehindIt() {
        plans.env.executeSql(
                "CREATE TABLE kafka" + COLUMNS + "'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1', "
                        + "'key.format' = 'json', 'value.format' = 'json')");
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO kafka" + COUNTS));

        assertThat(plans.report().logLine()).contains("Sink: materialized and encoded in the sidecar");
        assertThat(graph.sink(0).getInputs().get(0)).isSameAs(graph.fragment("(SinkMaterializer)"));
    }

    @Test
    void whatAConnectorPutsBehindItStays() {
        plans.env.executeSql(
                "CREATE TABLE merged" + COLUMNS + "'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1', "
                        + "'key.format' = 'json', 'value.format' = 'json', 'sink.parallelism' = '3', "
                        + "'sink.buffer-flush.max-rows' = '10', 'sink.buffer-flush.interval' = '1 s')");
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO merged" + COUNTS));

        assertThat(plans.report().logLine()).contains("Sink: materialized in the sidecar, encoded by Flink: Kafka table sink merges its rows");
        assertThat(graph.shape())
                .contains("Slipstream(SinkMaterializer) <- Partitioner")
                .noneMatch(line -> line.contains("ConstraintEnforcer") || line.startsWith("SinkMaterializer"));
        // This sink spreads its rows itself, behind a materializer of the query's parallelism.
        assertThat(graph.vertices()).contains("Slipstream(SinkMaterializer) @2/-1", "Sink: Writer -> Sink: Committer @3/-1");
        plans.env.getConfig().set("slipstream.enabled", "false");
        assertThat(new PlanGraph(plans.translate("INSERT INTO merged" + COUNTS)).vertices())
                .contains("SinkMaterializer @2/-1", "Sink: Writer -> Sink: Committer @3/-1");
    }

    @Test
    void aPlanOfTheSameSinksWithTheFlagOffIsStock() {
        plans.translate("INSERT INTO by_count" + COUNTS);
        plans.env.getConfig().set("slipstream.enabled", "false");

        assertThat(new PlanGraph(plans.translate("INSERT INTO by_count" + COUNTS)).shape())
                .anyMatch(line -> line.startsWith("SinkMaterializer"))
                .noneMatch(line -> line.startsWith("Slipstream"));
    }

    @Test
    void compiledPlansHaveStableUids() throws Exception {
        plans.env.getConfig().set("slipstream.enabled", "false");
        String json = plans.env.compilePlanSql("INSERT INTO by_count" + COUNTS).asJsonString();
        plans.enabled();
        List<String> first = new PlanGraph(translate(json)).uids();

        assertThat(first).isEqualTo(new PlanGraph(translate(json)).uids()).doesNotHaveDuplicates();
        assertThat(first).filteredOn(uid -> uid.endsWith("_slipstream-fragment")).hasSize(3);
    }

    @Test
    void allSinksOfAStatementSetHaveOneOfTheirOwn() {
        PlanGraph graph = new PlanGraph(plans.translate("INSERT INTO by_count" + COUNTS, "INSERT INTO raw_three" + COUNTS));

        assertThat(graph.shape()).filteredOn(line -> line.startsWith("Slipstream(SinkMaterializer)")).hasSize(1);
        assertThat(graph.vertices()).filteredOn(line -> line.startsWith("Slipstream(SinkMaterializer)")).hasSize(2);
    }

    @Test
    void anAnswerThatDoesNotFit() {
        assertThat(refusal(reply -> reply.getFragmentsBuilder(2).setKeyed(false))).contains("materializes the rows of sink");
        assertThat(refusal(reply -> reply.getFragmentsBuilder(2).addNodeIds(reply.getFragments(1).getNodeIds(0))))
                .contains("expected it to keep keyed state for that and do no more");
        assertThat(refusal(reply -> reply.getFragmentsBuilder(1).getOutputsBuilder(0).setForm(Form.FORM_ROWS)))
                .contains("as FORM_ROWS, expected FORM_PIECES");
        assertThat(refusal(reply -> reply.getFragmentsBuilder(2).getOutputsBuilder(0).setForm(Form.FORM_PIECES)))
                .contains("as FORM_PIECES, expected FORM_ROWS or FORM_RAW");
        assertThat(refusal(reply -> reply.getFragmentsBuilder(1).removeOutputs(0))).contains("at least one output");
        assertThat(refusal(reply -> reply.removeFragments(2))).contains("as FORM_PIECES, expected FORM_ROWS or FORM_RAW");
        // As if nobody had to materialize anything.
        assertThat(
                        refusal(reply -> {
                            reply.removeFragments(2);
                            reply.getFragmentsBuilder(1).getOutputsBuilder(0).setForm(Form.FORM_RAW);
                        }))
                .contains("cannot cross as bytes: Flink materializes its rows");
    }

    @Test
    void aSinkThatNeedsNone() {
        plans.env.executeSql("CREATE TABLE by_b (b STRING PRIMARY KEY NOT ENFORCED, n BIGINT) WITH ('connector' = 'print')");
        plans.sidecar.change = reply -> {
            CheckPlanReply.Builder changed = reply.toBuilder();
            Fragment.Builder last = changed.getFragmentsBuilder(1);
            int sink = last.getOutputs(0).getNodeId();
            last.getOutputsBuilder(0).setForm(Form.FORM_PIECES);
            Fragment.Builder more = changed.addFragmentsBuilder().setId("fragment-" + sink).setKeyed(true);
            more.addInputsBuilder().setNodeId(sink).setForm(Form.FORM_PIECES);
            more.addOutputsBuilder().setNodeId(sink).setForm(Form.FORM_ROWS);
            return changed.build();
        };
        plans.translate("INSERT INTO by_b" + COUNTS);

        assertThat(plans.report().logLine()).contains("which has no materializer in front of it");
    }

    private String refusal(Consumer<CheckPlanReply.Builder> change) {
        plans.sidecar.change = reply -> {
            CheckPlanReply.Builder changed = reply.toBuilder();
            change.accept(changed);
            return changed.build();
        };
        plans.translate("INSERT INTO raw_three" + COUNTS);
        assertThat(plans.report().accelerated()).isFalse();
        return plans.report().logLine();
    }

    private List<Transformation<?>> translate(String json) throws Exception {
        return plans.planner().translatePlan(plans.planner().loadPlan(PlanReference.fromJsonString(json)));
    }
}
