package io.slipstream.flink.testing.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * The order of a {@link HashMap} of the running JVM. JSON lines in on stdin, JSON lines out on stdout.
 *
 * <pre>
 * in   {"initialCapacity": 16, "ops": [["put" | "remove" | "computeIfAbsent", id, hash code] or "show", …]}
 * out  [[ids at the first show], …]
 * </pre>
 *
 * Keys with equal hash codes are in the order of their ids.
 */
public final class HashMapOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HashMapOracle() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
            out.flush();
        }
    }

    private static ArrayNode answer(JsonNode request) {
        Map<Key, Boolean> map = new HashMap<>(request.get("initialCapacity").intValue());
        ArrayNode shown = JSON.createArrayNode();
        for (JsonNode op : request.get("ops")) {
            if (op.isTextual()) {
                ArrayNode ids = shown.addArray();
                map.keySet().forEach(key -> ids.add(key.id));
                continue;
            }
            Key key = new Key(op.get(1).intValue(), op.get(2).intValue());
            switch (op.get(0).textValue()) {
                case "put":
                    map.put(key, true);
                    break;
                case "remove":
                    map.remove(key);
                    break;
                default:
                    map.computeIfAbsent(key, ignored -> true);
            }
        }
        return shown;
    }

    private static final class Key implements Comparable<Key> {
        private final int id;
        private final int hash;

        private Key(int id, int hash) {
            this.id = id;
            this.hash = hash;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(id, other.id);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
