package io.slipstream.flink.testing.parity;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.types.RowKind;

/**
 * What {@code parity-tests/cli.ts} asks for: one case on one engine.
 *
 * @param id comes back in the answer
 * @param config table and job configuration, in which {@code slipstream.enabled} chooses the engine
 * @param statements in the case's order
 * @param messages by table
 * @param parallelism of the first run
 * @param restoreParallelism stop with a savepoint at each barrier and go on with this parallelism, then with the first one, in
 *     turn; 0 for a checkpoint only
 * @param timeoutMs after which the job is cancelled and the case has failed
 */
record CaseRequest(
        int id,
        Map<String, String> config,
        List<Statement> statements,
        Map<String, List<CaseMessage>> messages,
        int parallelism,
        int restoreParallelism,
        long timeoutMs) {

    /**
     * A statement of the case.
     *
     * @param sink for a query: the name under which its rows are answered; else null
     */
    record Statement(Kind kind, String sql, String sink) {
        enum Kind {
            /** Runs at once: CREATE, DROP, USE … */
            DEFINITION,
            /** Part of the job. */
            INSERT,
            /** Part of the job; its rows are kept. */
            QUERY
        }
    }

    static CaseRequest parse(JsonNode json) {
        Map<String, String> config = new LinkedHashMap<>();
        json.get("config").properties().forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
        List<Statement> statements = new ArrayList<>();
        for (JsonNode statement : json.get("statements")) {
            statements.add(
                    new Statement(
                            Statement.Kind.valueOf(statement.get("kind").asText().toUpperCase()),
                            statement.get("sql").asText(),
                            statement.path("sink").asText(null)));
        }
        Map<String, List<CaseMessage>> messages = new LinkedHashMap<>();
        json.get("messages").properties().forEach(entry -> messages.put(entry.getKey(), messages(entry.getValue())));
        return new CaseRequest(
                json.get("id").asInt(),
                config,
                statements,
                messages,
                json.get("parallelism").asInt(),
                json.get("restoreParallelism").asInt(),
                json.get("timeoutMs").asLong());
    }

    boolean hasBarriers() {
        return messages.values().stream()
                .flatMap(List::stream)
                .anyMatch(message -> message.kind() == CaseMessage.Kind.BARRIER);
    }

    private static List<CaseMessage> messages(JsonNode list) {
        List<CaseMessage> result = new ArrayList<>();
        for (JsonNode message : list) {
            JsonNode watermark = message.path("watermarkMs");
            result.add(
                    new CaseMessage(
                            CaseMessage.Kind.valueOf(message.get("kind").asText().toUpperCase()),
                            bytes(message.path("keyHex")),
                            bytes(message.path("hex")),
                            rowKind(message.path("rowKind").asText("+I")),
                            watermark.isNumber() || watermark.isTextual() ? Long.valueOf(watermark.asText()) : null));
        }
        return result;
    }

    private static byte[] bytes(JsonNode hex) {
        return hex.isTextual() ? HexFormat.of().parseHex(hex.asText()) : null;
    }

    private static RowKind rowKind(String shortName) {
        for (RowKind kind : RowKind.values()) {
            if (kind.shortString().equals(shortName)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no row kind " + shortName);
    }
}
