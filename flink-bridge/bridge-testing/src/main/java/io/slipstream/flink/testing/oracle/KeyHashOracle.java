package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.planner.plan.utils.KeySelectorUtil;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * What Flink's exchanges and keyed state make of a key: the row that the generated key projection gives (all fields of the type are
 * the key), its hash code, and its key group for two maxParallelisms. JSON lines in on stdin, JSON lines out on stdout.
 *
 * <pre>
 * in   {"type": "ROW&lt;…&gt;", "rows": [[canonical values], …]}
 * out  {"results": [{"hex": "…", "hash": n, "keyGroup128": n, "keyGroup32768": n}, …]}
 * </pre>
 */
public final class KeyHashOracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_PARALLELISM_DEFAULT = 128;
    private static final int MAX_PARALLELISM_MAX = 32768;

    private KeyHashOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
            out.flush();
        }
    }

    /** One selector for all rows of a request: it reuses its row, and its writer has to forget the key before. */
    private static ObjectNode answer(JsonNode request) throws Exception {
        ClassLoader loader = KeyHashOracle.class.getClassLoader();
        RowType type = (RowType) LogicalTypeParser.parse(request.get("type").textValue(), loader);
        int[] allFields = IntStream.range(0, type.getFieldCount()).toArray();
        RowDataKeySelector selector = KeySelectorUtil.getRowDataSelector(loader, allFields, InternalTypeInfo.of(type));
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode results = answer.putArray("results");
        for (JsonNode row : request.get("rows")) {
            results.add(resultOf(selector.getKey(CanonicalValues.rowFromJson(row, type.getChildren()))));
        }
        return answer;
    }

    private static ObjectNode resultOf(RowData key) {
        BinaryRowData binary = (BinaryRowData) key;
        byte[] bytes =
                BinarySegmentUtils.copyToBytes(binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
        return JSON.createObjectNode()
                .put("hex", HexFormat.of().formatHex(bytes))
                .put("hash", key.hashCode())
                .put("keyGroup128", KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM_DEFAULT))
                .put("keyGroup32768", KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM_MAX));
    }
}
