package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/** Oracles that turn each row into bytes: JSON lines in on stdin, JSON lines out on stdout. */
final class RowOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RowOracle() {}

    /** The bytes that Flink makes of a row. */
    interface RowToBytes {
        byte[] convert(GenericRowData row) throws Exception;
    }

    interface Factory {
        RowToBytes create(RowType type, JsonNode request) throws Exception;
    }

    /**
     * <pre>
     * in   {"type": "ROW&lt;…&gt;", "rows": [[canonical values], …], …}
     * out  {"results": [{"hex": "…"} | {"thrown": [[class, message], …]}, …]}
     * </pre>
     */
    static void serve(Factory factory) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(factory, JSON.readTree(line))));
            out.flush();
        }
    }

    private static ObjectNode answer(Factory factory, JsonNode request) throws Exception {
        RowType type =
                (RowType)
                        LogicalTypeParser.parse(
                                request.get("type").textValue(), RowOracle.class.getClassLoader());
        RowToBytes converter = factory.create(type, request);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode results = answer.putArray("results");
        for (JsonNode row : request.get("rows")) {
            results.add(resultOf(converter, CanonicalValues.rowFromJson(row, type.getChildren())));
        }
        return answer;
    }

    private static ObjectNode resultOf(RowToBytes converter, GenericRowData row) {
        ObjectNode result = JSON.createObjectNode();
        try {
            return result.put("hex", HexFormat.of().formatHex(converter.convert(row)));
        } catch (Exception e) {
            ArrayNode chain = result.putArray("thrown");
            List<Throwable> causes = new ArrayList<>();
            for (Throwable t = e; t != null && !causes.contains(t); t = t.getCause()) {
                causes.add(t);
                chain.addArray().add(t.getClass().getName()).add(t.getMessage());
            }
            return result;
        }
    }
}
