package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.delegation.InternalPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** COMPILE PLAN is stock, EXECUTE PLAN runs accelerated, and the two do not disturb each other. */
class CompiledPlanTest {

    private static final String INSERT = "INSERT INTO snk SELECT a + 1, b FROM src WHERE a > 3";

    private PlannerFixture plans;

    @BeforeEach
    void open() {
        plans = new PlannerFixture();
    }

    @AfterEach
    void close() {
        plans.close();
    }

    @Test
    void theCompiledPlanIsStock() {
        String stock = withoutIds(plans.env.compilePlanSql(INSERT).asJsonString());
        plans.enabled();

        assertThat(withoutIds(plans.env.compilePlanSql(INSERT).asJsonString())).isEqualTo(stock);
        assertThat(plans.sidecar.requests).isEmpty();
    }

    @Test
    void anExecutedPlanIsAcceleratedWithStableUids() throws Exception {
        String json = plans.env.compilePlanSql(INSERT).asJsonString();
        plans.enabled();
        List<Transformation<?>> first = plans.planner().translatePlan(load(json));
        List<Transformation<?>> second = plans.planner().translatePlan(load(json));

        assertThat(uids(first)).isEqualTo(uids(second)).doesNotContainNull().anyMatch(uid -> uid.endsWith("_slipstream-fragment"));
        assertThat(PlannerFixture.describe(first)).anyMatch(line -> line.startsWith("Slipstream["));
    }

    @Test
    void fragmentsBehindExchangesHaveStableUidsOfTheirOwn() throws Exception {
        plans.sidecar.known.add("stream-exec-group-aggregate");
        plans.env.executeSql("CREATE TABLE sums (n BIGINT, m BIGINT) WITH ('connector' = 'print')");
        String json =
                plans.env
                        .compilePlanSql("INSERT INTO sums SELECT n, COUNT(*) FROM (SELECT b, COUNT(*) AS n FROM src GROUP BY b) GROUP BY n")
                        .asJsonString();
        plans.enabled();
        PlanGraph first = new PlanGraph(plans.planner().translatePlan(load(json)));
        PlanGraph second = new PlanGraph(plans.planner().translatePlan(load(json)));

        assertThat(first.uids()).isEqualTo(second.uids()).doesNotHaveDuplicates();
        assertThat(first.uids()).filteredOn(uid -> uid.endsWith("_slipstream-fragment")).hasSize(3);
        List<String> read = new ArrayList<>();
        plans.sidecar.requests.get(0).getNodesList().stream()
                .filter(node -> node.getInputsCount() == 0 || node.getExecNode().equals(FakeSidecar.EXCHANGE))
                .forEach(node -> read.add(node.getId() + "_slipstream-fragment"));
        assertThat(first.uids()).containsAll(read);
        assertThat(first.vertices()).hasSize(3);
    }

    @Test
    void onePlanCanBeExecutedWithTheFlagOnAndOffInTurn() throws Exception {
        InternalPlan plan = load(plans.env.compilePlanSql(INSERT).asJsonString());
        String json = plan.asJsonString();
        for (int turn = 0; turn < 4; turn++) {
            boolean on = turn % 2 == 1;
            plans.env.getConfig().set("slipstream.enabled", Boolean.toString(on));

            List<String> operators = PlannerFixture.describe(plans.planner().translatePlan(plan));
            assertThat(operators.stream().anyMatch(line -> line.startsWith("Slipstream["))).isEqualTo(on);
            assertThat(operators.stream().anyMatch(line -> line.startsWith("Calc["))).isEqualTo(!on);
            assertThat(plan.asJsonString()).isEqualTo(json);
        }
    }

    @Test
    void explainOfACompiledPlanHasTheSection() {
        plans.enabled();
        CompiledPlan plan = plans.env.compilePlanSql(INSERT);

        assertThat(plan.explain()).contains("== Slipstream ==").contains("accelerated (1 node, 1 fragment)");
    }

    private InternalPlan load(String json) throws Exception {
        return plans.planner().loadPlan(PlanReference.fromJsonString(json));
    }

    private static List<String> uids(List<Transformation<?>> roots) {
        return roots.get(0).getTransitivePredecessors().stream().map(Transformation::getUid).collect(Collectors.toList());
    }

    private static String withoutIds(String json) {
        return json.replaceAll("\"(id|source|target)\" : \\d+", "\"$1\"");
    }
}
