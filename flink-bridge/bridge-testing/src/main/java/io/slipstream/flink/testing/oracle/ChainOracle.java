package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Stock Flink as an oracle of operators that work in bundles and feed one another: local, incremental and global aggregates of one plan. As
 * {@link OperatorOracle}, but for these:
 *
 * <pre>
 * in   "nodes": [class, …] from the source to the sink, each fed by the one before it
 * out  {"nodes": [{…} compiled-plan JSON, …], "inputType": text of the first, "outputs": per step, per node [[kind, value, …] or {"watermark": ms}, …]}
 * </pre>
 *
 * Rows go from node to node as an exchange would hand them on. Columns of type RAW (maps of DISTINCT) are null in the answer.
 */
public final class ChainOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ChainOracle() {}

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
        List<Link> chain = new ArrayList<>();
        try {
            TableEnvironmentImpl environment = OperatorOracle.environmentOf(request);
            for (JsonNode node : request.get("nodes")) {
                chain.add(
                        new Link(
                                PlannedOperator.plan(
                                        environment,
                                        request.get("query").textValue(),
                                        node.textValue(),
                                        Map.of())));
            }
        } catch (Exception | AssertionError | StackOverflowError e) {
            answer.set("planError", OperatorOracle.chainOf(e));
            return answer;
        }
        ArrayNode nodes = answer.putArray("nodes");
        for (Link link : chain) {
            nodes.add(JSON.readTree(link.operator.json));
        }
        answer.put("inputType", chain.get(0).operator.inputType.asSerializableString());
        ArrayNode outputs = answer.putArray("outputs");
        for (JsonNode step : request.get("steps")) {
            try {
                outputs.add(run(step, chain));
            } catch (Exception e) {
                answer.set("thrown", OperatorOracle.chainOf(e));
                break;
            }
        }
        for (Link link : chain) {
            link.harness.close();
        }
        return answer;
    }

    private static ArrayNode run(JsonNode step, List<Link> chain) throws Exception {
        ArrayNode outputs = JSON.createArrayNode();
        List<Object> elements = null;
        for (Link link : chain) {
            if (elements == null) {
                OperatorOracle.apply(step, link.harness, link.serializer, link.operator.inputType);
            } else {
                for (Object element : elements) {
                    link.receive(element);
                }
                if (step.has("barrier") || step.has("end") || step.has("time")) {
                    OperatorOracle.apply(step, link.harness, link.serializer, link.operator.inputType);
                }
            }
            elements = new ArrayList<>(link.harness.getOutput());
            link.harness.getOutput().clear();
            ArrayNode rows = outputs.addArray();
            for (Object element : elements) {
                rows.add(elementToJson(element, link.operator.outputType));
            }
        }
        return outputs;
    }

    private static JsonNode elementToJson(Object element, RowType type) {
        if (element instanceof Watermark) {
            return JSON.createObjectNode().put("watermark", ((Watermark) element).getTimestamp());
        }
        RowData row = (RowData) ((StreamRecord<?>) element).getValue();
        ArrayNode json = JSON.createArrayNode().add(row.getRowKind().toByteValue());
        for (int index = 0; index < type.getFieldCount(); index++) {
            if (type.getTypeAt(index).is(LogicalTypeRoot.RAW)) {
                json.addNull();
            } else {
                json.add(CanonicalValues.fieldToJson(row, index, type.getTypeAt(index)));
            }
        }
        return json;
    }

    /** An operator of the chain, in Flink's own harness. */
    private static final class Link {
        private final PlannedOperator operator;
        private final RowDataSerializer serializer;
        private final OneInputStreamOperatorTestHarness<RowData, RowData> harness;

        Link(PlannedOperator operator) throws Exception {
            this.operator = operator;
            this.serializer = new RowDataSerializer(operator.inputType);
            this.harness = harnessOf(operator);
            harness.setup(InternalSerializers.create(operator.outputType));
            harness.open();
        }

        /** A local aggregate has no key of its own. */
        @SuppressWarnings("unchecked")
        private static OneInputStreamOperatorTestHarness<RowData, RowData> harnessOf(PlannedOperator operator)
                throws Exception {
            SimpleOperatorFactory<RowData> factory =
                    (SimpleOperatorFactory<RowData>) operator.transformation.getOperatorFactory();
            OneInputStreamOperator<RowData, RowData> function =
                    (OneInputStreamOperator<RowData, RowData>) factory.getOperator();
            KeySelector<RowData, RowData> selector =
                    (KeySelector<RowData, RowData>) operator.transformation.getStateKeySelector();
            if (selector == null) {
                return new OneInputStreamOperatorTestHarness<>(function);
            }
            return new KeyedOneInputStreamOperatorTestHarness<>(
                    function, selector, (TypeInformation<RowData>) operator.transformation.getStateKeyType());
        }

        void receive(Object element) throws Exception {
            if (element instanceof Watermark) {
                harness.processWatermark((Watermark) element);
                return;
            }
            RowData row = (RowData) ((StreamRecord<?>) element).getValue();
            harness.processElement(new StreamRecord<>(serializer.toBinaryRow(row).copy()));
        }
    }
}
