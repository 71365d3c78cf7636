package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.NodeRole;
import io.slipstream.flink.proto.PlanNode;
import java.util.TimeZone;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the sidecar is told about a plan. */
class PlanExportTest {

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture().enabled();
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void tablesAreCompleteWhateverTheUsersPlanOptionsSay() throws Exception {
        plans.env.getConfig().set(TableConfigOptions.PLAN_COMPILE_CATALOG_OBJECTS, TableConfigOptions.CatalogPlanCompilation.IDENTIFIER);
        plans.env.explainSql("INSERT INTO snk SELECT a + 1, b FROM src2");

        JsonNode scan = spec(node(NodeRole.NODE_ROLE_SOURCE)).get("scanTableSource").get("table").get("resolvedTable");
        assertThat(scan.get("options").get("connector").asText()).isEqualTo("datagen");
        assertThat(scan.get("schema").get("columns")).hasSize(2);
        JsonNode sink = spec(node(NodeRole.NODE_ROLE_SINK));
        assertThat(sink.get("dynamicTableSink").get("table").get("resolvedTable").get("options").get("connector").asText())
                .isEqualTo("blackhole");
        assertThat(sink.get("slipstream").get("inputRowType").asText()).isEqualTo("ROW<`EXPR$0` BIGINT, `b` VARCHAR(2147483647)>");
        assertThat(plans.env.getConfig().get(TableConfigOptions.PLAN_COMPILE_CATALOG_OBJECTS))
                .isEqualTo(TableConfigOptions.CatalogPlanCompilation.IDENTIFIER);
    }

    @Test
    void secretsStayHere() {
        plans.env.getConfig().set("some.service.password", "hunter2");
        plans.env.executeSql(
                "CREATE TABLE k (a BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'scan.startup.mode' = 'earliest-offset',"
                        + " 'properties.bootstrap.servers' = '127.0.0.1:1', 'properties.sasl.jaas.config' = 'hunter2', 'format' = 'json')");
        plans.env.explainSql("SELECT a + 1 FROM k");

        assertThat(request().toString()).doesNotContain("hunter2");
    }

    @Test
    void aNodeSaysItsNameVersionAndInputs() {
        plans.env.explainSql("INSERT INTO snk SELECT a + 1, b FROM src");

        PlanNode calc = node(NodeRole.NODE_ROLE_INNER);
        assertThat(calc.getExecNode()).isEqualTo("stream-exec-calc");
        assertThat(calc.getVersion()).isEqualTo(1);
        assertThat(calc.getInputsList()).containsExactly(node(NodeRole.NODE_ROLE_SOURCE).getId());
        assertThat(node(NodeRole.NODE_ROLE_SINK).getInputsList()).containsExactly(calc.getId());
    }

    @Test
    void aQueryWithoutASinkIsAskedAboutAsCollected() throws Exception {
        plans.env.explainSql("SELECT a + 1, b FROM src");

        PlanNode sink = node(NodeRole.NODE_ROLE_SINK);
        assertThat(sink.getExecNode()).isEqualTo(PlanExport.COLLECT);
        assertThat(spec(sink).get("outputType").asText()).isEqualTo("ROW<`EXPR$0` BIGINT, `b` VARCHAR(2147483647)>");
        assertThat(sink.getRawCapable()).isFalse();
    }

    @Test
    void valuesAreASource() {
        plans.operators("INSERT INTO snk SELECT a + 1, b FROM (VALUES (CAST(1 AS BIGINT), 'x')) AS v(a, b)");

        PlanNode values = node(NodeRole.NODE_ROLE_SOURCE);
        assertThat(values.getExecNode()).isEqualTo("stream-exec-values");
        assertThat(values.getRawRefusal()).isNotEmpty();
    }

    @Test
    void factsOfTheJvmComeAlong() {
        plans.env.getConfig().set("table.local-time-zone", "Europe/Berlin");
        plans.env.explainSql("SELECT a + 1, b FROM src");

        assertThat(request().getFlinkVersion()).startsWith("2.2.");
        assertThat(request().getJvm().getLocalTimeZone()).isEqualTo("Europe/Berlin");
        assertThat(request().getJvm().getDoubleProbe()).isIn("2.0E23", "1.9999999999999998E23");
        assertThat(request().getJvm().getSpecificationVersion()).isEqualTo(System.getProperty("java.specification.version"));
        assertThat(request().getConfigMap()).containsEntry("slipstream.enabled", "true");
        plans.env.getConfig().set("table.local-time-zone", "default");
        plans.env.explainSql("SELECT a + 1, b FROM src");
        assertThat(request().getJvm().getLocalTimeZone()).isEqualTo(TimeZone.getDefault().getID());
    }

    private CheckPlanRequest request() {
        return plans.sidecar.requests.get(plans.sidecar.requests.size() - 1);
    }

    private PlanNode node(NodeRole role) {
        return request().getNodesList().stream().filter(node -> node.getRole() == role).findFirst().orElseThrow();
    }

    private static JsonNode spec(PlanNode node) throws Exception {
        return new ObjectMapper().readTree(node.getSpec().toStringUtf8());
    }
}
