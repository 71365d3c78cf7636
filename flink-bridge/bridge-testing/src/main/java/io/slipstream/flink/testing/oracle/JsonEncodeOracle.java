package io.slipstream.flink.testing.oracle;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.json.JsonFormatOptions;
import org.apache.flink.formats.json.JsonFormatOptionsUtil;
import org.apache.flink.formats.json.JsonRowDataSerializationSchema;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.types.logical.RowType;

/**
 * The bytes of {@link JsonRowDataSerializationSchema}; see {@link RowOracle} for the lines, which also carry "options": Flink's keys
 * without "json.". One schema for all rows of a request.
 */
public final class JsonEncodeOracle {
    private JsonEncodeOracle() {}

    public static void main(String[] args) throws Exception {
        RowOracle.serve(
                (type, request) -> {
                    JsonRowDataSerializationSchema schema = schemaOf(type, request.path("options"));
                    schema.open(null);
                    return schema::serialize;
                });
    }

    /** As JsonFormatFactory.createEncodingFormat. */
    private static JsonRowDataSerializationSchema schemaOf(RowType type, JsonNode given) {
        Configuration options = new Configuration();
        given.fields().forEachRemaining(entry -> options.setString(entry.getKey(), entry.getValue().asText()));
        return new JsonRowDataSerializationSchema(
                type,
                JsonFormatOptionsUtil.getTimestampFormat(options),
                JsonFormatOptionsUtil.getMapNullKeyMode(options),
                options.get(JsonFormatOptions.MAP_NULL_KEY_LITERAL),
                options.get(JsonFormatOptions.ENCODE_DECIMAL_AS_PLAIN_NUMBER),
                options.get(JsonFormatOptions.ENCODE_IGNORE_NULL_FIELDS));
    }
}
