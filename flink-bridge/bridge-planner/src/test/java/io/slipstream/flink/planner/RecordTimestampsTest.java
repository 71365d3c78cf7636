package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Legacy sinks without a conversion show the timestamps of stream records; a fragment drops them, as Flink's calculations do. */
class RecordTimestampsTest {

    private static final String SHOWN = "Slipstream: plan not accelerated: \\[\\d+] LegacySink: without a calculation .* show the timestamps of .*";

    private final PlanChecker before = SlipstreamPlanners.checker;
    private final StreamTableEnvironment env = environment();

    @AfterEach
    void close() {
        SlipstreamPlanners.checker = before;
    }

    @Test
    void rowsThatAreNotConvertedStayWithFlink() {
        env.toAppendStream(env.from("raw_narrow"), Long.class);
        assertThat(report().logLine()).matches(SHOWN);
        env.toAppendStream(env.from("raw_src"), InternalTypeInfo.ofFields(new BigIntType(), VarCharType.STRING_TYPE));
        assertThat(report().logLine()).matches(SHOWN);
    }

    @Test
    void conversionsDropThemOnFlinkToo() {
        env.toDataStream(env.from("raw_src"));
        assertThat(report().accelerated()).isTrue();
        env.toChangelogStream(env.from("raw_src"));
        assertThat(report().accelerated()).isTrue();
        env.toAppendStream(env.from("raw_src"), Row.class);
        assertThat(report().accelerated()).isTrue();
    }

    @Test
    void aCalculationDropsThemOnFlinkToo() {
        env.toAppendStream(env.sqlQuery("SELECT a + 1 FROM raw_src"), Long.class);
        assertThat(report().accelerated()).isTrue();
    }

    @Test
    void aRowTimeTakesTheirPlace() {
        env.toAppendStream(env.from("raw_timed"), InternalTypeInfo.ofFields(new BigIntType(), new TimestampType(3)));
        assertThat(report().accelerated()).isTrue();
    }

    @Test
    void updatesAreConvertedAlways() {
        env.toRetractStream(env.sqlQuery("SELECT a FROM raw_narrow GROUP BY a"), Long.class);
        assertThat(report().accelerated()).isTrue();
    }

    private PlanReport report() {
        return ((SlipstreamStreamPlanner) ((TableEnvironmentImpl) env).getPlanner()).lastReport();
    }

    private static StreamTableEnvironment environment() {
        FakeSidecar sidecar = new FakeSidecar();
        sidecar.known.add("stream-exec-group-aggregate");
        SlipstreamPlanners.checker = sidecar;
        StreamTableEnvironment env = StreamTableEnvironment.create(StreamExecutionEnvironment.createLocalEnvironment());
        env.getConfig().set("slipstream.enabled", "true");
        env.executeSql("CREATE TABLE raw_narrow (a BIGINT) WITH ('connector' = 'raw-test')");
        env.executeSql("CREATE TABLE raw_src (a BIGINT, b STRING) WITH ('connector' = 'raw-test')");
        env.executeSql(
                "CREATE TABLE raw_timed (a BIGINT, t TIMESTAMP(3), WATERMARK FOR t AS t) WITH ('connector' = 'kafka', 'topic' = 't',"
                        + " 'properties.bootstrap.servers' = '127.0.0.1:1', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json')");
        return env;
    }
}
