package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Stock Flink as an oracle of expressions: JSON lines in on stdin, JSON lines out on stdout. No job runs; the calc is planned, and its
 * generated code is called here.
 *
 * <pre>
 * in   {"columns": [["a", "INT"], …], "rows": [[…], …], "expressions": ["a + 1", …], "where": "a > 0" | null, "config": {…}}
 * out  {"calc": {…} compiled-plan JSON, "results": [[…] per expression: a value per row]}
 *      a value: {"value": canonical} · {"thrown": [[class, message], …] outermost first} · {"filtered": true}
 *      {"calc": {…}, "compileError": [[class, message], …]} when Flink's generated code does not compile
 *      {"noCalc": shape of the plan} · {"planError": [[class, message], …]}
 * </pre>
 */
public final class ExpressionOracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** One environment per columns and configuration; the planner is dear to start. */
    private static final int ENVIRONMENTS_MAX = 16;

    private final Map<String, TableEnvironmentImpl> environments =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, TableEnvironmentImpl> eldest) {
                    return size() > ENVIRONMENTS_MAX;
                }
            };

    private ExpressionOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        // Whatever else prints must not get between the answers.
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ExpressionOracle oracle = new ExpressionOracle();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(oracle.answer(JSON.readTree(line))));
            out.flush();
        }
    }

    private ObjectNode answer(JsonNode request) throws Exception {
        ObjectNode answer = JSON.createObjectNode();
        PlannedCalc calc;
        TableEnvironmentImpl environment;
        try {
            environment = environmentOf(request);
            calc = PlannedCalc.plan(environment, queryOf(request));
        } catch (PlannedCalc.NoCalcException e) {
            return answer.put("noCalc", e.getMessage());
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("planError", chainOf(e));
            return answer;
        }
        answer.set("calc", JSON.readTree(calc.json));
        List<RowData> rows = new ArrayList<>();
        for (JsonNode row : request.get("rows")) {
            rows.add(CanonicalValues.rowFromJson(row, calc.inputType.getChildren()));
        }
        try {
            answer.set("results", new Evaluation(calc, environment.getConfig(), rows).run());
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("compileError", chainOf(e));
        }
        return answer;
    }

    private TableEnvironmentImpl environmentOf(JsonNode request) throws Exception {
        String key = request.get("columns") + " " + request.path("config");
        TableEnvironmentImpl known = environments.get(key);
        if (known != null) {
            return known;
        }
        TableEnvironmentImpl environment =
                TableEnvironmentImpl.create(EnvironmentSettings.newInstance().inStreamingMode().build());
        request.path("config").fields().forEachRemaining(
                entry -> environment.getConfig().set(entry.getKey(), entry.getValue().textValue()));
        environment.registerCatalog(OracleCatalog.NAME, new OracleCatalog());
        environment.useCatalog(OracleCatalog.NAME);
        List<String> columns = new ArrayList<>();
        request.get("columns").forEach(
                column -> columns.add("`" + column.get(0).textValue() + "` " + column.get(1).textValue()));
        environment.executeSql("CREATE TABLE t (" + String.join(", ", columns) + ")");
        environments.put(key, environment);
        return environment;
    }

    private static String queryOf(JsonNode request) {
        List<String> items = new ArrayList<>();
        request.get("expressions").forEach(
                expression -> items.add(expression.textValue() + " AS x" + items.size()));
        String query = "SELECT " + String.join(", ", items) + " FROM t";
        JsonNode where = request.path("where");
        return where.isTextual() ? query + " WHERE " + where.textValue() : query;
    }

    private static ArrayNode chainOf(Throwable thrown) {
        ArrayNode chain = JSON.createArrayNode();
        for (Throwable cause = thrown; cause != null && chain.size() < 8; cause = cause.getCause()) {
            chain.addArray().add(cause.getClass().getName()).add(cause.getMessage());
        }
        return chain;
    }

    /** All rows through the whole calc; rows that throw again through each expression by itself. */
    private static final class Evaluation {
        private final PlannedCalc calc;
        private final ReadableConfig config;
        private final List<RowData> rows;
        private final ArrayNode[] results;
        private final GeneratedCalc[] single;

        Evaluation(PlannedCalc calc, ReadableConfig config, List<RowData> rows) {
            this.calc = calc;
            this.config = config;
            this.rows = rows;
            this.results = new ArrayNode[calc.projection.size()];
            this.single = new GeneratedCalc[calc.projection.size()];
            for (int index = 0; index < results.length; index++) {
                results[index] = JSON.createArrayNode();
            }
        }

        ArrayNode run() throws Exception {
            GeneratedCalc whole = generate(calc.projection, calc.outputType);
            for (RowData row : rows) {
                RowData out = null;
                boolean threw = false;
                try {
                    out = whole.apply(row);
                } catch (Throwable e) {
                    threw = true;
                }
                for (int index = 0; index < results.length; index++) {
                    results[index].add(threw ? alone(index, row) : result(out, index, index));
                }
            }
            ArrayNode all = JSON.createArrayNode();
            all.addAll(List.of(results));
            return all;
        }

        private ObjectNode alone(int index, RowData row) throws Exception {
            if (single[index] == null) {
                RowType type =
                        new RowType(List.of(calc.outputType.getFields().get(index)));
                single[index] = generate(List.of(calc.projection.get(index)), type);
            }
            try {
                return result(single[index].apply(row), 0, index);
            } catch (Throwable e) {
                ObjectNode thrown = JSON.createObjectNode();
                thrown.set("thrown", chainOf(e));
                return thrown;
            }
        }

        private ObjectNode result(RowData out, int position, int index) {
            ObjectNode result = JSON.createObjectNode();
            if (out == null) {
                return result.put("filtered", true);
            }
            LogicalType type = calc.outputType.getTypeAt(index);
            result.set("value", CanonicalValues.fieldToJson(out, position, type));
            return result;
        }

        private GeneratedCalc generate(List<RexNode> projection, RowType outputType) throws Exception {
            return new GeneratedCalc(
                    calc.inputType, outputType, projection, calc.condition, config, ExpressionOracle.class.getClassLoader());
        }
    }
}
