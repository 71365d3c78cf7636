package io.slipstream.flink.testing.oracle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;

/**
 * Values as JSON that loses nothing; {@code src/testing/canonical-values.ts} is the other end.
 *
 * <p>null; booleans; whole numbers, dates (days), times (milliseconds) and intervals as decimal text; DECIMAL as plain text; FLOAT
 * and DOUBLE as the hex of their bits, NaN as Java's canonical one; strings and binaries as the hex of their bytes; timestamps as "millis:nanos"; ARRAY and
 * ROW as arrays; MAP and MULTISET as arrays of [key, value].
 */
final class CanonicalValues {
    private static final HexFormat HEX = HexFormat.of();

    private CanonicalValues() {}

    /** Flink's internal form of a value. */
    static Object fromJson(JsonNode json, LogicalType type) {
        if (json.isNull()) {
            return null;
        }
        switch (type.getTypeRoot()) {
            case BOOLEAN:
                return json.booleanValue();
            case TINYINT:
                return Byte.parseByte(json.textValue());
            case SMALLINT:
                return Short.parseShort(json.textValue());
            case INTEGER:
            case DATE:
            case TIME_WITHOUT_TIME_ZONE:
            case INTERVAL_YEAR_MONTH:
                return Integer.parseInt(json.textValue());
            case BIGINT:
            case INTERVAL_DAY_TIME:
                return Long.parseLong(json.textValue());
            case FLOAT:
                return Float.intBitsToFloat(Integer.parseUnsignedInt(json.textValue(), 16));
            case DOUBLE:
                return Double.longBitsToDouble(Long.parseUnsignedLong(json.textValue(), 16));
            case DECIMAL:
                DecimalType decimal = (DecimalType) type;
                return DecimalData.fromBigDecimal(
                        new BigDecimal(json.textValue()), decimal.getPrecision(), decimal.getScale());
            case CHAR:
            case VARCHAR:
                return StringData.fromBytes(HEX.parseHex(json.textValue()));
            case BINARY:
            case VARBINARY:
                return HEX.parseHex(json.textValue());
            case TIMESTAMP_WITHOUT_TIME_ZONE:
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                String[] parts = json.textValue().split(":");
                return TimestampData.fromEpochMillis(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
            case ARRAY:
                LogicalType element = ((ArrayType) type).getElementType();
                List<Object> elements = new ArrayList<>();
                json.forEach(entry -> elements.add(fromJson(entry, element)));
                return new GenericArrayData(elements.toArray());
            case MAP:
                return mapFromJson(json, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case MULTISET:
                return mapFromJson(json, ((MultisetType) type).getElementType(), new IntType(false));
            case ROW:
                return rowFromJson(json, type.getChildren());
            default:
                throw new IllegalArgumentException("no canonical form for type " + type);
        }
    }

    static GenericRowData rowFromJson(JsonNode json, List<LogicalType> types) {
        GenericRowData row = new GenericRowData(types.size());
        for (int index = 0; index < types.size(); index++) {
            row.setField(index, fromJson(json.get(index), types.get(index)));
        }
        return row;
    }

    private static GenericMapData mapFromJson(JsonNode json, LogicalType key, LogicalType value) {
        Map<Object, Object> map = new LinkedHashMap<>();
        json.forEach(entry -> map.put(fromJson(entry.get(0), key), fromJson(entry.get(1), value)));
        return new GenericMapData(map);
    }

    static JsonNode fieldToJson(RowData row, int index, LogicalType type) {
        return toJson(RowData.createFieldGetter(type, index).getFieldOrNull(row), type);
    }

    private static JsonNode toJson(Object value, LogicalType type) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (value == null) {
            return json.nullNode();
        }
        switch (type.getTypeRoot()) {
            case BOOLEAN:
                return json.booleanNode((Boolean) value);
            case FLOAT:
                return json.textNode(String.format("%08x", Float.floatToIntBits((Float) value)));
            case DOUBLE:
                return json.textNode(String.format("%016x", Double.doubleToLongBits((Double) value)));
            case DECIMAL:
                return json.textNode(((DecimalData) value).toBigDecimal().toPlainString());
            case CHAR:
            case VARCHAR:
                return json.textNode(HEX.formatHex(((StringData) value).toBytes()));
            case BINARY:
            case VARBINARY:
                return json.textNode(HEX.formatHex((byte[]) value));
            case TIMESTAMP_WITHOUT_TIME_ZONE:
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                TimestampData timestamp = (TimestampData) value;
                return json.textNode(timestamp.getMillisecond() + ":" + timestamp.getNanoOfMillisecond());
            case ARRAY:
                return arrayToJson((ArrayData) value, ((ArrayType) type).getElementType());
            case MAP:
                return mapToJson((MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case MULTISET:
                return mapToJson((MapData) value, ((MultisetType) type).getElementType(), new IntType(false));
            case ROW:
                ArrayNode fields = json.arrayNode();
                for (int index = 0; index < type.getChildren().size(); index++) {
                    fields.add(fieldToJson((RowData) value, index, type.getChildren().get(index)));
                }
                return fields;
            default:
                return json.textNode(value.toString());
        }
    }

    private static ArrayNode arrayToJson(ArrayData array, LogicalType element) {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(element);
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (int index = 0; index < array.size(); index++) {
            result.add(toJson(getter.getElementOrNull(array, index), element));
        }
        return result;
    }

    private static ArrayNode mapToJson(MapData map, LogicalType key, LogicalType value) {
        ArrayNode keys = arrayToJson(map.keyArray(), key);
        ArrayNode values = arrayToJson(map.valueArray(), value);
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (int index = 0; index < keys.size(); index++) {
            result.addArray().add(keys.get(index)).add(values.get(index));
        }
        return result;
    }
}
