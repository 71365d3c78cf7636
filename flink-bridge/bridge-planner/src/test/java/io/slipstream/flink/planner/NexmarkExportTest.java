package io.slipstream.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.PlanNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every node of every Nexmark plan can be shown to the sidecar, on Kafka and with and without mini-batch. */
class NexmarkExportTest {

    private static final Path QUERIES = Path.of("../../nexmark/queries");
    private static final String KAFKA =
            "'connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = '127.0.0.1:1', 'scan.startup.mode' = 'earliest-offset',"
                    + " 'properties.group.id' = 'g', 'format' = 'json'";
    private static final String PRINT = "'connector' = 'print'";

    /** Stands for Nexmark's own. */
    public static final class CountChar extends ScalarFunction {
        private static final long serialVersionUID = 1L;

        public long eval(String text, String wanted) {
            return text.chars().filter(c -> c == wanted.charAt(0)).count();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyQueryIsExported() throws Exception {
        Map<String, String> queries = new TreeMap<>();
        try (Stream<Path> files = Files.list(QUERIES)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("q\\d+\\.sql")).toList()) {
                queries.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        // Flink cannot plan it.
        queries.remove("q6.sql");
        assertThat(queries).hasSizeGreaterThan(20);
        String source = Files.readString(QUERIES.resolve("source.sql"));
        return queries.entrySet().stream()
                .flatMap(
                        query ->
                                Stream.of(false, true)
                                        .map(
                                                miniBatch ->
                                                        DynamicTest.dynamicTest(
                                                                query.getKey() + (miniBatch ? " mini-batch" : ""),
                                                                () -> export(source, query.getValue(), miniBatch))));
    }

    private static void export(String source, String query, boolean miniBatch) {
        try (PlannerFixture plans = new PlannerFixture().enabled()) {
            if (miniBatch) {
                plans.env.getConfig().set("table.exec.mini-batch.enabled", "true");
                plans.env.getConfig().set("table.exec.mini-batch.allow-latency", "2 s");
                plans.env.getConfig().set("table.exec.mini-batch.size", "1000");
                plans.env.getConfig().set("table.optimizer.distinct-agg.split.enabled", "true");
            }
            String insert = null;
            for (String statement : statements(source + "\n" + query)) {
                if (statement.startsWith("INSERT")) {
                    insert = statement;
                    plans.env.explainSql(statement);
                } else {
                    plans.env.executeSql(statement);
                }
            }
            assertThat(plans.sidecar.requests).hasSize(1);
            CheckPlanRequest request = plans.sidecar.requests.get(0);
            assertThat(request.getNodesList()).isNotEmpty().allSatisfy(node -> {
                assertThat(node.getSpec().isEmpty()).as(node.getDescription()).isFalse();
                assertThat(node.getVersion()).as(node.getDescription()).isPositive();
            });
            assertThat(request.getNodesList())
                    .filteredOn(node -> node.getExecNode().equals(FakeSidecar.EXCHANGE))
                    .allSatisfy(NexmarkExportTest::saysHowRowsAreSpread);
            canBeCutAtItsExchanges(plans, insert, request);
        }
    }

    /** Once everything in it is known to the sidecar; a join is not, as long as a fragment has one input. */
    private static void canBeCutAtItsExchanges(PlannerFixture plans, String insert, CheckPlanRequest request) {
        boolean joins = request.getNodesList().stream().anyMatch(node -> node.getInputsCount() > 1);
        long cuts = request.getNodesList().stream().filter(node -> node.getExecNode().equals(FakeSidecar.EXCHANGE)).count();
        request.getNodesList().forEach(node -> plans.sidecar.known.add(node.getExecNode()));
        PlanGraph graph = new PlanGraph(plans.translate(insert));

        assertThat(plans.report().accelerated()).as(plans.report().logLine()).isNotEqualTo(joins);
        if (!joins) {
            assertThat(graph.exchanges()).hasSize((int) cuts);
            assertThat(graph.vertices()).hasSizeGreaterThan((int) cuts);
        }
    }

    private static void saysHowRowsAreSpread(PlanNode exchange) throws IOException {
        JsonNode spec = new ObjectMapper().readTree(exchange.getSpec().toStringUtf8());
        JsonNode spread = spec.get("inputProperties").get(0).get("requiredDistribution");
        assertThat(spread.get("type").asText()).isIn("HASH", "SINGLETON");
        assertThat(spread.has("keys")).isEqualTo(spread.get("type").asText().equals("HASH"));
        assertThat(spec.has("outputType")).isTrue();
    }

    private static String[] statements(String sql) {
        String filled =
                sql.replace("${source}", KAFKA)
                        .replace("${sink}", PRINT)
                        .replace("io.slipstream.flink.testing.nexmark.CountChar", CountChar.class.getName());
        return Stream.of(filled.replaceAll("(?m)^\\s*--.*$", "").split(";")).map(String::strip).filter(each -> !each.isEmpty()).toArray(String[]::new);
    }
}
