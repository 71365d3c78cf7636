package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A data stream shows the timestamps of stream records; a fragment drops them, as Flink's calculations do. */
class RecordTimestampsTest {

    private final PlanChecker before = SlipstreamPlanners.checker;
    private final StreamTableEnvironment env = environment();

    @AfterEach
    void close() {
        SlipstreamPlanners.checker = before;
    }

    @Test
    void aStreamOfASourcesRowsStaysWithFlink() {
        assertThat(reportOf(env.from("raw_src")).logLine())
                .matches("Slipstream: plan not accelerated: \\[\\d+] Sink: without a calculation .* show the timestamps of their source");
    }

    @Test
    void aCalculationDropsThemOnFlinkToo() {
        assertThat(reportOf(env.sqlQuery("SELECT a + 1, b FROM raw_src")).accelerated()).isTrue();
    }

    @Test
    void aRowTimeTakesTheirPlace() {
        assertThat(reportOf(env.from("raw_timed")).accelerated()).isTrue();
    }

    @Test
    void aGroupThatIsUpdatedRowByRowHandsThemOn() {
        String grouped = "SELECT a, COUNT(*) FROM raw_narrow GROUP BY a";
        env.executeSql("CREATE TABLE raw_narrow (a BIGINT) WITH ('connector' = 'raw-test')");
        assertThat(reportOf(env.sqlQuery(grouped)).logLine()).contains("show the timestamps of their source");
        assertThat(reportOf(env.sqlQuery("SELECT a, COUNT(*) FROM raw_src GROUP BY a")).accelerated()).isTrue();

        env.getConfig().set("table.exec.mini-batch.enabled", "true");
        env.getConfig().set("table.exec.mini-batch.allow-latency", "2 s");
        env.getConfig().set("table.exec.mini-batch.size", "1000");
        assertThat(reportOf(env.sqlQuery(grouped)).accelerated()).isTrue();
    }

    private PlanReport reportOf(Table table) {
        env.toChangelogStream(table);
        return ((SlipstreamStreamPlanner) ((TableEnvironmentImpl) env).getPlanner()).lastReport();
    }

    private static StreamTableEnvironment environment() {
        FakeSidecar sidecar = new FakeSidecar();
        sidecar.known.addAll(
                Set.of(
                        "stream-exec-group-aggregate",
                        "stream-exec-local-group-aggregate",
                        "stream-exec-global-group-aggregate",
                        "stream-exec-mini-batch-assigner"));
        SlipstreamPlanners.checker = sidecar;
        StreamTableEnvironment env = StreamTableEnvironment.create(StreamExecutionEnvironment.createLocalEnvironment());
        env.getConfig().set("slipstream.enabled", "true");
        env.executeSql("CREATE TABLE raw_src (a BIGINT, b STRING) WITH ('connector' = 'raw-test')");
        env.executeSql(
                "CREATE TABLE raw_timed (a BIGINT, t TIMESTAMP(3), WATERMARK FOR t AS t) WITH ('connector' = 'kafka', 'topic' = 't',"
                        + " 'properties.bootstrap.servers' = '127.0.0.1:1', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json')");
        return env;
    }
}
