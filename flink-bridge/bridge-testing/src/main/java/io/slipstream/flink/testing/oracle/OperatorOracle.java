package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Stock Flink as an oracle of keyed operators of one input: JSON lines in on stdin, JSON lines out on stdout. Flink plans the query; the
 * operator of one of its nodes runs in Flink's own harness, on heap state. Rows are BinaryRowData, as they come from an exchange.
 *
 * <pre>
 * in   {"table": "CREATE TABLE …", "query": "SELECT …", "node": "StreamExecDeduplicate", "config": {…},
 *       "fields": {"generateUpdateBefore": false} of the node, "steps": [step, …]}
 * step [kind 0 … 3, value, …] a row of the node's input · {"watermark": ms} · {"time": ms} · {"barrier": true} · {"end": true}
 * out  {"node": {…} compiled-plan JSON, "inputType": text, "outputType": text, "outputs": per step [[kind, value, …] or {"watermark": ms}, …]}
 *      … with "thrown": [[class, message], …] when the last of the steps failed
 *      {"planError": [[class, message], …]}
 * </pre>
 */
public final class OperatorOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OperatorOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        // Whatever else prints must not get between the answers.
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
            out.flush();
        }
    }

    private static ObjectNode answer(JsonNode request) throws Exception {
        ObjectNode answer = JSON.createObjectNode();
        PlannedOperator operator;
        try {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            request.path("fields").fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
            operator =
                    PlannedOperator.plan(
                            environmentOf(request),
                            request.get("query").textValue(),
                            request.get("node").textValue(),
                            fields);
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("planError", chainOf(e));
            return answer;
        }
        answer.set("node", JSON.readTree(operator.json));
        answer.put("inputType", operator.inputType.asSerializableString());
        answer.put("outputType", operator.outputType.asSerializableString());
        run(operator, request.get("steps"), answer);
        return answer;
    }

    private static void run(PlannedOperator operator, JsonNode steps, ObjectNode answer) throws Exception {
        ArrayNode outputs = answer.putArray("outputs");
        RowDataSerializer serializer = new RowDataSerializer(operator.inputType);
        try (KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness = harnessOf(operator)) {
            harness.setup(InternalSerializers.create(operator.outputType));
            harness.open();
            for (JsonNode step : steps) {
                try {
                    apply(step, harness, serializer, operator.inputType);
                } catch (Exception e) {
                    answer.set("thrown", chainOf(e));
                    return;
                }
                outputs.add(takeOutput(harness, operator.outputType));
            }
        }
    }

    static void apply(
            JsonNode step,
            OneInputStreamOperatorTestHarness<RowData, RowData> harness,
            RowDataSerializer serializer,
            RowType type)
            throws Exception {
        if (step.isArray()) {
            harness.processElement(new StreamRecord<>(serializer.toBinaryRow(rowFromJson(step, type)).copy()));
        } else if (step.has("watermark")) {
            harness.processWatermark(new Watermark(step.get("watermark").longValue()));
        } else if (step.has("time")) {
            harness.setStateTtlProcessingTime(step.get("time").longValue());
            harness.setProcessingTime(step.get("time").longValue());
        } else if (step.has("barrier")) {
            harness.prepareSnapshotPreBarrier(1);
        } else {
            harness.getOperator().finish();
        }
    }

    @SuppressWarnings("unchecked")
    private static KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harnessOf(
            PlannedOperator operator) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                operator.transformation.getOperatorFactory(),
                (KeySelector<RowData, RowData>) operator.transformation.getStateKeySelector(),
                (TypeInformation<RowData>) operator.transformation.getStateKeyType());
    }

    private static ArrayNode takeOutput(
            KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness, RowType type) {
        ArrayNode rows = JSON.createArrayNode();
        for (Object element : harness.getOutput()) {
            if (element instanceof Watermark) {
                rows.addObject().put("watermark", ((Watermark) element).getTimestamp());
            } else {
                rows.add(rowToJson((RowData) ((StreamRecord<?>) element).getValue(), type));
            }
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

    static TableEnvironmentImpl environmentOf(JsonNode request) throws Exception {
        TableEnvironmentImpl environment =
                TableEnvironmentImpl.create(EnvironmentSettings.newInstance().inStreamingMode().build());
        request.path("config").fields().forEachRemaining(
                entry -> environment.getConfig().set(entry.getKey(), entry.getValue().textValue()));
        environment.registerCatalog(OracleCatalog.NAME, new OracleCatalog());
        environment.useCatalog(OracleCatalog.NAME);
        environment.executeSql(request.get("table").textValue());
        return environment;
    }

    static ArrayNode chainOf(Throwable thrown) {
        ArrayNode chain = JSON.createArrayNode();
        for (Throwable cause = thrown; cause != null && chain.size() < 8; cause = cause.getCause()) {
            chain.addArray().add(cause.getClass().getName()).add(cause.getMessage());
        }
        return chain;
    }
}
