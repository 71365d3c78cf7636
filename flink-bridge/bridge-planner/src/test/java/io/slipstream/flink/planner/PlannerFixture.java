package io.slipstream.flink.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;

/** A table environment with a few tables, its planner, and a sidecar whose answers are canned. */
final class PlannerFixture implements AutoCloseable {

    final FakeSidecar sidecar = new FakeSidecar();
    final TableEnvironment env;

    private final PlanChecker before = SlipstreamPlanners.checker;

    PlannerFixture() {
        this(EnvironmentSettings.inStreamingMode());
    }

    PlannerFixture(EnvironmentSettings settings) {
        SlipstreamPlanners.checker = sidecar;
        env = TableEnvironment.create(settings);
        env.getConfig().set("parallelism.default", "2");
        env.executeSql("CREATE TABLE src (a BIGINT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '5')");
        env.executeSql("CREATE TEMPORARY TABLE src2 (a BIGINT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '5')");
        env.executeSql("CREATE TABLE snk (a BIGINT, b STRING) WITH ('connector' = 'blackhole')");
        env.executeSql("CREATE TABLE snk2 (a BIGINT, b STRING) WITH ('connector' = 'print')");
    }

    PlannerFixture enabled() {
        env.getConfig().set("slipstream.enabled", "true");
        return this;
    }

    Planner planner() {
        return ((TableEnvironmentImpl) env).getPlanner();
    }

    PlanReport report() {
        return ((SlipstreamStreamPlanner) planner()).lastReport();
    }

    /** The operators of the plan of some INSERTs, each as {@code name <- input names}. */
    List<String> operators(String... inserts) {
        return describe(translate(inserts));
    }

    /** The sinks of the plan of some INSERTs. */
    List<Transformation<?>> translate(String... inserts) {
        List<ModifyOperation> operations = new ArrayList<>();
        for (String insert : inserts) {
            operations.add((ModifyOperation) ((TableEnvironmentInternal) env).getParser().parse(insert).get(0));
        }
        return planner().translate(operations);
    }

    static List<String> describe(List<Transformation<?>> roots) {
        List<String> lines = new ArrayList<>();
        roots.forEach(root -> root.getTransitivePredecessors().forEach(each -> {
            String line = each.getName() + " <- " + each.getInputs().stream().map(Transformation::getName).collect(Collectors.joining(", "));
            if (!lines.contains(line)) {
                lines.add(line);
            }
        }));
        return lines;
    }

    @Override
    public void close() {
        SlipstreamPlanners.checker = before;
    }
}
