package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.operations.Operation;
import org.junit.jupiter.api.Test;

/** With the flag off the plan is stock Flink's, byte for byte. */
class FlagOffTest {

    private static final String INSERT = "INSERT INTO snk SELECT a + 1, b FROM src WHERE a > 3";

    @Test
    void theHookIsInstalled() {
        try (PlannerFixture plans = new PlannerFixture()) {
            assertThat(plans.planner()).isInstanceOf(SlipstreamStreamPlanner.class);
        }
    }

    @Test
    void explainIsStock() {
        try (PlannerFixture plans = new PlannerFixture()) {
            Planner planner = plans.planner();
            Planner stockPlanner = StockPlanner.like((SlipstreamStreamPlanner) planner);
            List<Operation> operations = ((TableEnvironmentInternal) plans.env).getParser().parse(INSERT);
            ExplainDetail[] details = {ExplainDetail.CHANGELOG_MODE, ExplainDetail.JSON_EXECUTION_PLAN};
            String ours = planner.explain(operations, ExplainFormat.TEXT, details);
            String stock = stockPlanner.explain(operations, ExplainFormat.TEXT, details);

            assertThat(withoutIds(ours)).isEqualTo(withoutIds(stock));
            assertThat(plans.sidecar.requests).isEmpty();
        }
    }

    @Test
    void explainIsStockWithOtherOptionsToo() {
        try (PlannerFixture plans = new PlannerFixture()) {
            plans.env.getConfig().set("slipstream.batch.max-rows", "10");
            assertThat(plans.env.explainSql(INSERT)).doesNotContain("Slipstream");
        }
    }

    @Test
    void aMisspeltFlagIsNotSilence() {
        try (PlannerFixture plans = new PlannerFixture()) {
            plans.env.getConfig().set("slipstream.enable", "true");
            assertThat(plans.env.explainSql(INSERT).lines())
                    .containsSequence(
                            "== Slipstream ==",
                            "off: 'slipstream.enabled' is not set to true",
                            "warning: 'slipstream.enable' is no option of Slipstream and has no effect; did you mean 'slipstream.enabled'?");
            assertThat(plans.sidecar.requests).isEmpty();
        }
    }

    @Test
    void operatorsAreStock() {
        try (PlannerFixture plans = new PlannerFixture()) {
            assertThat(plans.operators(INSERT)).hasSize(3).noneMatch(line -> line.contains("Slipstream"));
            assertThat(plans.sidecar.requests).isEmpty();
        }
    }

    @Test
    void theFlagWorksFromTheEnvironmentsConfiguration() {
        EnvironmentSettings settings =
                EnvironmentSettings.newInstance()
                        .inStreamingMode()
                        .withConfiguration(Configuration.fromMap(Map.of("slipstream.enabled", "true")))
                        .build();
        try (PlannerFixture plans = new PlannerFixture(settings)) {
            assertThat(plans.operators(INSERT)).anyMatch(line -> line.startsWith("Slipstream["));
        }
    }

    /** Ids of exec nodes and transformations count up over all plans of a JVM. */
    private static String withoutIds(String explained) {
        return explained.replaceAll("\\[\\d+\\]", "[]").replaceAll("\"id\" : \\d+", "\"id\"");
    }
}
