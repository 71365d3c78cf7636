package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.Form;
import io.slipstream.flink.proto.PlanNode;
import io.slipstream.flink.runtime.EncodedRecordTypeInfo;
import io.slipstream.flink.runtime.FragmentOperatorFactory;
import io.slipstream.flink.runtime.PackedRecordsTypeInfo;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.SinkTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records cross undecoded and encoded where both sides can. */
class RawEndsTest {

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
        plans.env.executeSql("CREATE TABLE raw_src (a BIGINT, b STRING) WITH ('connector' = 'raw-test')");
        plans.env.executeSql("CREATE TABLE raw_snk (a BIGINT, b STRING) WITH ('connector' = 'raw-test')");
        plans.env.executeSql("CREATE TABLE raw_strict (a BIGINT NOT NULL, b STRING) WITH ('connector' = 'raw-test')");
        plans.env.executeSql("CREATE TABLE raw_short (a BIGINT, b VARCHAR(3)) WITH ('connector' = 'raw-test')");
        plans.env.executeSql("CREATE TABLE raw_one (a BIGINT, b STRING) WITH ('connector' = 'raw-test', 'parallelism' = '1')");
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void aPackedSourceAndAnEncodedSinkKeepTheirNames() {
        SinkTransformation<?, ?> sink = sink("INSERT INTO raw_snk SELECT a + 1, b FROM raw_src");

        assertThat(sink.getSink()).isInstanceOf(RawTestTables.EncodedSink.class);
        assertThat(sink.getName()).startsWith("raw_snk[");
        OneInputTransformation<?, ?> fragment = (OneInputTransformation<?, ?>) sink.getInputs().get(0);
        assertThat(fragment.getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        Transformation<?> source = fragment.getInputs().get(0);
        assertThat(source.getOutputType()).isEqualTo(PackedRecordsTypeInfo.INSTANCE);
        assertThat(source.getName()).startsWith("raw_src[");
        FragmentOperatorFactory<?> factory = (FragmentOperatorFactory<?>) fragment.getOperatorFactory();
        assertThat(factory.spec().input().form()).isEqualTo(Form.FORM_RAW);
        assertThat(factory.spec().outputs()).extracting(output -> output.form()).containsExactly(Form.FORM_RAW);
        assertThat(factory.spec().config()).containsEntry("slipstream.enabled", "true");
    }

    @Test
    void whatFlinkPutsInFrontOfASinkKeepsItOnRows() {
        plans.env.getConfig().set("table.exec.sink.type-length-enforcer", "TRIM_PAD");
        SinkTransformation<?, ?> sink = sink("INSERT INTO raw_short SELECT a + 1, b FROM raw_src");

        assertThat(sink.getSink()).isNotInstanceOf(RawTestTables.EncodedSink.class);
        assertThat(sink.getInputs().get(0).getName()).startsWith("ConstraintEnforcer");
        assertThat(plans.report().logLine()).contains("encoded by Flink: Flink puts ConstraintEnforcer");
        PlanNode node = last();
        assertThat(node.getRawCapable()).isFalse();
        assertThat(node.getSpec().toStringUtf8()).contains("\"operatorsBefore\":[\"ConstraintEnforcer[");
    }

    @Test
    void theCheckForNullIsTheSidecars() {
        SinkTransformation<?, ?> sink = sink("INSERT INTO raw_strict SELECT a + 1, b FROM raw_src");

        assertThat(sink.getSink()).isInstanceOf(RawTestTables.EncodedSink.class);
        assertThat(sink.getInputs().get(0).getName()).startsWith("Slipstream[");
        assertThat(last().getRawCapable()).isTrue();
    }

    @Test
    void aSinkKeepsItsOwnParallelism() {
        assertThat(sink("INSERT INTO raw_one SELECT a + 1, b FROM raw_src").getParallelism()).isEqualTo(1);
    }

    @Test
    void kafkaRecordsCrossUndecodedAndEncoded() {
        String connector = "'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1', 'format' = 'json'";
        plans.env.executeSql(
                "CREATE TABLE events (a BIGINT, b STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ("
                        + connector + ", 'scan.startup.mode' = 'earliest-offset', 'properties.group.id' = 'g',"
                        + " 'scan.watermark.idle-timeout' = '7 s', 'scan.parallelism' = '3')");
        plans.env.executeSql("CREATE TABLE copied (a BIGINT, ts TIMESTAMP(3)) WITH (" + connector + ")");
        SinkTransformation<?, ?> sink = sink("INSERT INTO copied SELECT a + 1, ts FROM events");

        OneInputTransformation<?, ?> fragment = (OneInputTransformation<?, ?>) sink.getInputs().get(0);
        assertThat(fragment.getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        // As behind any source with a parallelism of its own.
        assertThat(fragment.getParallelism()).isEqualTo(ExecutionConfig.PARALLELISM_DEFAULT);
        SourceTransformationWrapper<?> wrapper = (SourceTransformationWrapper<?>) fragment.getInputs().get(0);
        assertThat(wrapper.getInput().getOutputType()).isEqualTo(PackedRecordsTypeInfo.INSTANCE);
        assertThat(wrapper.getInput().getParallelism()).isEqualTo(3);
        assertThat(((SourceTransformation<?, ?, ?>) wrapper.getInput()).getLineageVertex()).isNotNull();
        FragmentOperatorFactory<?> factory = (FragmentOperatorFactory<?>) fragment.getOperatorFactory();
        assertThat(factory.spec().input().watermarks().idleTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(factory.spec().input().decoder()).isNotNull();
    }

    @Test
    void keyedKafkaRecordsCrossUndecodedAndEncoded() {
        String connector = "'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1', 'key.format' = 'json', 'value.format' = 'json'";
        plans.env.executeSql("CREATE TABLE changes (a BIGINT, b STRING, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', "
                + connector + ")");
        plans.env.executeSql("CREATE TABLE keyed (a BIGINT, b STRING) WITH ('connector' = 'kafka', 'key.fields' = 'a',"
                + " 'scan.startup.mode' = 'earliest-offset', " + connector + ")");
        SinkTransformation<?, ?> upserts = sink("INSERT INTO changes SELECT a + 1, b FROM raw_src");
        assertThat(upserts.getInputs().get(0).getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        assertThat(upserts.getInputs().get(0).getName()).startsWith("Slipstream[");

        SinkTransformation<?, ?> keyed = sink("INSERT INTO keyed SELECT a + 1, b FROM keyed");
        assertThat(keyed.getInputs().get(0).getOutputType()).isEqualTo(EncodedRecordTypeInfo.INSTANCE);
        assertThat(keyed.getInputs().get(0).getInputs().get(0).getOutputType()).isEqualTo(PackedRecordsTypeInfo.INSTANCE);
    }

    @Test
    void rowsThatFlinkMergesOrPartitionsGoToFlink() {
        String connector = " WITH ('connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1',"
                + " 'key.format' = 'json', 'value.format' = 'json', ";
        String columns = " (a BIGINT, b STRING, PRIMARY KEY (a) NOT ENFORCED)";
        plans.env.executeSql("CREATE TABLE merged" + columns + connector
                + "'sink.buffer-flush.max-rows' = '10', 'sink.buffer-flush.interval' = '1 s')");
        plans.env.executeSql("CREATE TABLE spread" + columns + connector + "'sink.parallelism' = '7')");

        assertThat(plans.env.explainSql("INSERT INTO merged SELECT a + 1, b FROM raw_src"))
                .contains("encoded by Flink: Kafka table sink merges its rows before it writes them");
        assertThat(plans.env.explainSql("INSERT INTO spread SELECT a + 1, b FROM raw_src"))
                .contains("encoded by Flink: Flink puts Partitioner");
    }

    @Test
    void bothEndsCanBeSwitchedOff() {
        plans.env.getConfig().set("slipstream.raw-sources.enabled", "false");
        plans.env.getConfig().set("slipstream.raw-sinks.enabled", "false");

        assertThat(plans.env.explainSql("INSERT INTO raw_snk SELECT a + 1, b FROM raw_src"))
                .contains("decoded by Flink: 'slipstream.raw-sources.enabled' is off")
                .contains("encoded by Flink: 'slipstream.raw-sinks.enabled' is off");
    }

    private PlanNode last() {
        List<PlanNode> nodes = plans.sidecar.requests.get(0).getNodesList();
        return nodes.get(nodes.size() - 1);
    }

    private SinkTransformation<?, ?> sink(String insert) {
        ModifyOperation operation = (ModifyOperation) ((TableEnvironmentInternal) plans.env).getParser().parse(insert).get(0);
        return (SinkTransformation<?, ?>) plans.planner().translate(List.of(operation)).get(0);
    }
}
