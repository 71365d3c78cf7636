package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Stock Flink as an oracle of group aggregates: JSON lines in on stdin, JSON lines out on stdout. Flink plans the query; its own
 * operator runs in its own harness, on heap state unless another backend is asked for.
 *
 * <pre>
 * in   {"columns": [["k", "INT"], …], "changelog": false, "query": "SELECT … FROM t GROUP BY k", "updateBefore": true, "sum0": false (each SUM becomes
 *       SUM0), "config": {…}, "backend": "rocksdb" or absent,
 *       "rows": [[kind 0 … 3, value, …] or time in milliseconds or "restore" (a checkpoint, from which another operator goes on), …]}
 * out  {"node": {…} compiled-plan JSON, "inputType": text, "outputType": text,
 *       "inputs": [[kind, value, …] or time or "restore", …] as they come out of the calc in front, "outputs": per input [[kind, value, …], …]}
 *      … with "thrown": [[class, message], …] when the last of the inputs failed
 *      {"node": {…}, "compileError": [[class, message], …]} when the operator cannot be made
 *      {"noAggregate": shape of the plan} · {"planError": [[class, message], …]}
 * </pre>
 */
public final class AggregateOracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ENVIRONMENTS_MAX = 16;

    private final Map<String, TableEnvironmentImpl> environments =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, TableEnvironmentImpl> eldest) {
                    return size() > ENVIRONMENTS_MAX;
                }
            };

    private AggregateOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        // Whatever else prints must not get between the answers.
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        AggregateOracle oracle = new AggregateOracle();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(oracle.answer(JSON.readTree(line))));
            out.flush();
        }
    }

    private ObjectNode answer(JsonNode request) throws Exception {
        ObjectNode answer = JSON.createObjectNode();
        PlannedAggregate aggregate;
        TableEnvironmentImpl environment;
        try {
            environment = environmentOf(request);
            aggregate =
                    PlannedAggregate.plan(
                            environment,
                            request.get("query").textValue(),
                            request.path("updateBefore").asBoolean(true),
                            request.path("sum0").asBoolean(false));
        } catch (PlannedCalc.NoCalcException e) {
            return answer.put("noAggregate", e.getMessage());
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("planError", chainOf(e));
            return answer;
        }
        answer.set("node", JSON.readTree(aggregate.json));
        answer.put("inputType", aggregate.inputType.asSerializableString());
        answer.put("outputType", aggregate.outputType.asSerializableString());
        try {
            run(aggregate, environment, request, answer);
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("compileError", chainOf(e));
        }
        return answer;
    }

    private static void run(
            PlannedAggregate aggregate, TableEnvironmentImpl environment, JsonNode request, ObjectNode answer)
            throws Exception {
        GeneratedCalc calc =
                aggregate.calc == null
                        ? null
                        : new GeneratedCalc(
                                aggregate.calc.inputType,
                                aggregate.calc.outputType,
                                aggregate.calc.projection,
                                aggregate.calc.condition,
                                environment.getConfig(),
                                AggregateOracle.class.getClassLoader());
        // Behind an exchange rows are binary, which makes a difference to how nested values are compared and hashed.
        RowDataSerializer exchange =
                aggregate.inputType.getChildren().stream().anyMatch(AggregateOracle::isNested)
                        ? new RowDataSerializer(aggregate.inputType)
                        : null;
        RowType sourceType = calc == null ? aggregate.inputType : aggregate.calc.inputType;
        ArrayNode inputs = answer.putArray("inputs");
        ArrayNode outputs = answer.putArray("outputs");
        KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness = opened(aggregate, request, null);
        try {
            for (JsonNode step : request.get("rows")) {
                if (step.isNumber()) {
                    harness.setStateTtlProcessingTime(step.longValue());
                    // FIRST_VALUE and LAST_VALUE order rows by the system's clock: those behind come later.
                    Thread.sleep(2);
                    inputs.add(step);
                    outputs.addArray();
                    continue;
                }
                if (step.isTextual()) {
                    OperatorSubtaskState state = harness.snapshot(inputs.size(), 0);
                    harness.close();
                    harness = opened(aggregate, request, state);
                    inputs.add(step);
                    outputs.addArray();
                    continue;
                }
                RowData source = rowFromJson(step, sourceType);
                RowData kept = calc == null ? source : calc.apply(source);
                if (kept == null) {
                    continue;
                }
                kept.setRowKind(source.getRowKind());
                ArrayNode input = rowToJson(kept, aggregate.inputType);
                inputs.add(input);
                try {
                    RowData row = rowFromJson(input, aggregate.inputType);
                    harness.processElement(
                            new StreamRecord<>(exchange == null ? row : exchange.toBinaryRow(row).copy()));
                } catch (Exception e) {
                    answer.set("thrown", chainOf(e));
                    return;
                }
                outputs.add(takeOutput(harness, aggregate.outputType));
            }
        } finally {
            harness.close();
        }
    }

    private static boolean isNested(LogicalType type) {
        switch (type.getTypeRoot()) {
            case ARRAY:
            case MAP:
            case MULTISET:
            case ROW:
                return true;
            default:
                return false;
        }
    }

    private static KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> opened(
            PlannedAggregate aggregate, JsonNode request, OperatorSubtaskState state) throws Exception {
        KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness = harnessOf(aggregate);
        if (request.path("backend").asText().equals("rocksdb")) {
            harness.setStateBackend(new EmbeddedRocksDBStateBackend());
        }
        harness.setup(InternalSerializers.create(aggregate.outputType));
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    @SuppressWarnings("unchecked")
    private static KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harnessOf(
            PlannedAggregate aggregate) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                aggregate.transformation.getOperatorFactory(),
                (KeySelector<RowData, RowData>) aggregate.transformation.getStateKeySelector(),
                (TypeInformation<RowData>) aggregate.transformation.getStateKeyType());
    }

    private static ArrayNode takeOutput(
            KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness, RowType type) {
        ArrayNode rows = JSON.createArrayNode();
        for (Object record : harness.getOutput()) {
            rows.add(rowToJson((RowData) ((StreamRecord<?>) record).getValue(), type));
        }
        harness.getOutput().clear();
        return rows;
    }

    private static GenericRowData rowFromJson(JsonNode json, RowType type) {
        ArrayNode values = JSON.createArrayNode();
        for (int index = 1; index < json.size(); index++) {
            values.add(json.get(index));
        }
        GenericRowData row = CanonicalValues.rowFromJson(values, type.getChildren());
        row.setRowKind(RowKind.fromByteValue((byte) json.get(0).intValue()));
        return row;
    }

    private static ArrayNode rowToJson(RowData row, RowType type) {
        ArrayNode json = JSON.createArrayNode().add(row.getRowKind().toByteValue());
        for (int index = 0; index < type.getFieldCount(); index++) {
            json.add(CanonicalValues.fieldToJson(row, index, type.getTypeAt(index)));
        }
        return json;
    }

    private TableEnvironmentImpl environmentOf(JsonNode request) throws Exception {
        String key = request.get("columns") + " " + request.path("changelog") + " " + request.path("config");
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
        String changelog = request.path("changelog").asBoolean() ? "all" : "insert";
        environment.executeSql(
                "CREATE TABLE t (" + String.join(", ", columns) + ") WITH ('" + OracleCatalog.CHANGELOG_OPTION + "' = '"
                        + changelog + "')");
        environments.put(key, environment);
        return environment;
    }

    private static ArrayNode chainOf(Throwable thrown) {
        ArrayNode chain = JSON.createArrayNode();
        for (Throwable cause = thrown; cause != null && chain.size() < 8; cause = cause.getCause()) {
            chain.addArray().add(cause.getClass().getName()).add(cause.getMessage());
        }
        return chain;
    }
}
