package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.json.JsonFormatFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.util.Collector;

/**
 * What the JSON format of stock Flink makes of messages: JSON lines in on stdin, JSON lines out on stdout.
 *
 * <pre>
 * in   {"type": "ROW&lt;…&gt;", "options": {Flink's keys without "json."}, "messages": ["hex", …]}
 * out  {"results": [{"rows": [[canonical values] | null, …], "thrown": [[class, message], …] when it failed,
 *       "endless": true when it did not end}, …]}
 * </pre>
 *
 * A null among the rows was handed to the collector, which then throws, as the next operator of a job does: inside the try block of
 * the schema, so that ignore-parse-errors swallows it. Rows before a failure are those that the collector had got by then.
 */
public final class JsonDecodeOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** With ignore-parse-errors some broken messages keep Flink in a loop for ever. */
    private static final long MESSAGE_TIMEOUT_MILLIS = 1500;

    private JsonDecodeOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
            out.flush();
        }
        out.flush();
        // Threads that never end must not keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static ObjectNode answer(JsonNode request) throws Exception {
        RowType type =
                (RowType)
                        LogicalTypeParser.parse(
                                request.get("type").textValue(), JsonDecodeOracle.class.getClassLoader());
        DeserializationSchema<RowData> schema = schemaOf(type, request.path("options"));
        schema.open(null);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode results = answer.putArray("results");
        for (JsonNode message : request.get("messages")) {
            results.add(resultInTime(schema, type, HexFormat.of().parseHex(message.textValue())));
        }
        return answer;
    }

    private static ObjectNode resultInTime(DeserializationSchema<RowData> schema, RowType type, byte[] message)
            throws InterruptedException {
        ObjectNode[] result = new ObjectNode[1];
        Thread thread = new Thread(() -> result[0] = resultOf(schema, type, message));
        thread.setDaemon(true);
        thread.start();
        thread.join(MESSAGE_TIMEOUT_MILLIS);
        if (!thread.isAlive()) {
            return result[0];
        }
        stop(thread);
        ObjectNode endless = JSON.createObjectNode();
        endless.putArray("rows");
        return endless.put("endless", true);
    }

    /** Flink catches every Throwable in the loop, so that one attempt may not do. */
    @SuppressWarnings({"removal", "deprecation"})
    private static void stop(Thread thread) throws InterruptedException {
        for (int attempt = 0; attempt < 200 && thread.isAlive(); attempt++) {
            thread.stop();
            thread.join(5);
        }
    }

    /** As a source gets it from the format, without a projection of nested fields. */
    private static DeserializationSchema<RowData> schemaOf(RowType type, JsonNode given) {
        Configuration options = new Configuration();
        given.fields().forEachRemaining(entry -> options.setString(entry.getKey(), entry.getValue().asText()));
        DataType dataType = TypeConversions.fromLogicalToDataType(type);
        return new JsonFormatFactory()
                .createDecodingFormat(null, options)
                .createRuntimeDecoder(ScanRuntimeProviderContext.INSTANCE, dataType);
    }

    private static ObjectNode resultOf(DeserializationSchema<RowData> schema, RowType type, byte[] message) {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode rows = result.putArray("rows");
        try {
            schema.deserialize(message, new RowCollector(rows, type));
        } catch (Exception e) {
            ArrayNode chain = result.putArray("thrown");
            List<Throwable> causes = new ArrayList<>();
            for (Throwable t = e; t != null && !causes.contains(t); t = t.getCause()) {
                causes.add(t);
                chain.addArray().add(t.getClass().getName()).add(t.getMessage());
            }
        }
        return result;
    }

    private record RowCollector(ArrayNode rows, RowType type) implements Collector<RowData> {
        @Override
        public void collect(RowData row) {
            if (row == null) {
                rows.addNull();
                throw new NullPointerException("the next operator reads a null row");
            }
            ArrayNode fields = JSON.createArrayNode();
            for (int index = 0; index < type.getFieldCount(); index++) {
                fields.add(CanonicalValues.fieldToJson(row, index, type.getTypeAt(index)));
            }
            rows.add(fields);
        }

        @Override
        public void close() {}
    }
}
