package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All or nothing, and why. */
class GateTest {

    private static final String CALC = "INSERT INTO snk SELECT a + 1, b FROM src WHERE a > 3";
    private static final String AGGREGATE = "SELECT b, COUNT(*) FROM src WHERE a > 3 GROUP BY b";

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
    void aSupportedPlanRunsAsOneOperatorBetweenStockSourceAndSink() {
        assertThat(plans.operators(CALC)).anyMatch(line -> line.matches("snk\\[\\d+] <- Slipstream\\[\\d+]\\(Calc\\)"))
                .anyMatch(line -> line.matches("Slipstream\\[\\d+]\\(Calc\\) <- src\\[\\d+]"))
                .hasSize(3);
        assertThat(plans.report().logLine()).startsWith("Slipstream: plan accelerated (1 node, 1 fragment); ");
    }

    @Test
    void oneUnknownNodeLeavesAllToFlinkWithAReason() {
        String explained = plans.env.explainSql(AGGREGATE);

        assertThat(explained).contains("== Slipstream ==" + System.lineSeparator() + "not accelerated")
                .contains("Calc(select=[b], where=[(a > 3)]): supported")
                .contains("not accelerated: stream-exec-group-aggregate is not known here");
        assertThat(plans.report().logLine())
                .startsWith("Slipstream: plan not accelerated: [")
                .contains("GroupAggregate: stream-exec-group-aggregate is not known here");
    }

    @Test
    void aStatementSetIsDecidedAsAWhole() {
        plans.env.executeSql("CREATE TABLE counts (b STRING, n BIGINT) WITH ('connector' = 'print')");

        assertThat(plans.operators(CALC, "INSERT INTO counts " + AGGREGATE)).noneMatch(line -> line.contains("Slipstream"));
    }

    @Test
    void withoutASidecarThePlanIsStockAndTheReasonSaysWhatToDo() {
        plans.sidecar.unavailable = "put slipstream-sidecar.mjs beside the jar";

        assertThat(plans.operators(CALC)).noneMatch(line -> line.contains("Slipstream"));
        assertThat(plans.report().logLine()).isEqualTo("Slipstream: plan not accelerated: put slipstream-sidecar.mjs beside the jar");
        assertThat(plans.env.explainSql(CALC)).contains("not accelerated: put slipstream-sidecar.mjs beside the jar");
    }

    @Test
    void whatFlinkRejectsIsStillRejectedByFlink() {
        plans.env.executeSql("CREATE TABLE broken (a BIGINT, b STRING) WITH ('connector' = 'kafka', 'format' = 'json')");

        assertThatThrownBy(() -> plans.env.explainSql("INSERT INTO snk SELECT a, b FROM broken WHERE a > 3"))
                .hasMessageContaining("default_catalog.default_database.broken");
    }

    @Test
    void theExecutionPlanStaysTheLastAndValidJson() throws Exception {
        String explained = plans.env.explainSql(CALC, ExplainDetail.JSON_EXECUTION_PLAN, ExplainDetail.PLAN_ADVICE);
        String title = "== Physical Execution Plan ==";

        assertThat(explained.indexOf("== Slipstream ==")).isBetween(0, explained.indexOf(title));
        String json = explained.substring(explained.indexOf(title) + title.length());
        assertThat(new ObjectMapper().readTree(json).get("nodes").toString()).contains("Slipstream[");
    }

    @Test
    void anOptionThatIsNoneIsNamed() {
        plans.env.getConfig().set("slipstream.batch.max-row", "10");
        assertThat(plans.env.explainSql(CALC)).contains("warning: 'slipstream.batch.max-row' is no option of Slipstream");
    }

    @Test
    void aWrongValueOfAnOptionLeavesThePlanToFlinkAndIsNamed() {
        plans.env.getConfig().set("slipstream.lane.slot-size", "abc");
        assertThat(plans.env.explainSql(CALC))
                .contains("not accelerated: 'abc' is no value of slipstream.lane.slot-size: text does not start with a number");
        plans.env.getConfig().set("slipstream.lane.slot-size", "1 mb");
        plans.env.getConfig().set("slipstream.batch.max-rows", "0");
        assertThat(plans.env.explainSql(CALC)).contains("not accelerated: '0' is no value of slipstream.batch.max-rows: expected at least 1");
        assertThat(plans.operators(CALC)).noneMatch(line -> line.contains("Slipstream"));
        assertThat(plans.sidecar.requests).isEmpty();
    }

    @Test
    void aWrongValueOfTheFlagIsAnErrorThatNamesIt() {
        plans.env.getConfig().set("slipstream.enabled", "yes");
        assertThatThrownBy(() -> plans.env.explainSql(CALC)).hasMessageStartingWith("'yes' is no value of slipstream.enabled: ");
    }

    @Test
    void rowsThatOnlyPassThroughDoNotCrossOver() {
        assertThat(plans.operators("INSERT INTO snk SELECT * FROM src")).hasSize(2);
        assertThat(plans.report().logLine())
                .isEqualTo("Slipstream: plan not accelerated: there is nothing to do between its sources and sinks");
    }

    @Test
    void batchModeIsStockAndSaysSo() {
        try (PlannerFixture batch = new PlannerFixture(EnvironmentSettings.inBatchMode()).enabled()) {
            assertThat(batch.planner()).isInstanceOf(SlipstreamBatchPlanner.class);
            assertThat(batch.env.explainSql(CALC)).contains("not accelerated: batch mode runs on stock Flink");
            assertThat(batch.sidecar.requests).isEmpty();
        }
    }
}
