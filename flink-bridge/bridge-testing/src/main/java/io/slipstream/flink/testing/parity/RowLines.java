package io.slipstream.flink.testing.parity;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Prints rows so that different values have different texts: -0.0 is not 0.0, a trailing zero of a decimal shows, and so do all
 * digits of a timestamp. Entries of a map are sorted, as its order is no part of its value.
 */
final class RowLines implements CaseSink.LineWriter<RowData> {

    private static final long serialVersionUID = 1L;

    private final RowType type;

    RowLines(LogicalType type) {
        this.type = (RowType) type;
    }

    @Override
    public void open(WriterInitContext context) {}

    @Override
    public CaseRun.SinkLine line(RowData row) {
        return new CaseRun.SinkLine(row.getRowKind().shortString(), rowText(row, type));
    }

    private static String rowText(RowData row, RowType type) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < type.getFieldCount(); i++) {
            LogicalType field = type.getTypeAt(i);
            fields.add(text(RowData.createFieldGetter(field, i).getFieldOrNull(row), field));
        }
        return "(" + String.join(", ", fields) + ")";
    }

    /** Text of a value in Flink's internal form. */
    static String text(Object value, LogicalType type) {
        if (value == null) {
            return "NULL";
        }
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> quoted(((StringData) value).toBytes());
            case BINARY, VARBINARY -> "x'" + HexFormat.of().formatHex((byte[]) value) + "'";
            case DECIMAL -> ((DecimalData) value).toBigDecimal().toPlainString();
            case FLOAT -> floatText((Float) value);
            case DOUBLE -> doubleText((Double) value);
            case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
            case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
            case TIMESTAMP_WITHOUT_TIME_ZONE -> ((TimestampData) value).toString();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> value + "Z";
            case ARRAY -> arrayText((ArrayData) value, ((ArrayType) type).getElementType());
            case MAP -> mapText((MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case MULTISET -> mapText(
                    (MapData) value, ((MultisetType) type).getElementType(), new IntType(false));
            case ROW, STRUCTURED_TYPE -> rowText(
                    (RowData) value, type instanceof RowType row ? row : RowType.of(type.getChildren().toArray(LogicalType[]::new)));
            default -> value.toString();
        };
    }

    private static String floatText(float value) {
        int bits = Float.floatToRawIntBits(value);
        return Float.isNaN(value) && bits != 0x7fc00000 ? "NaN#" + Integer.toHexString(bits) : Float.toString(value);
    }

    private static String doubleText(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return Double.isNaN(value) && bits != 0x7ff8000000000000L ? "NaN#" + Long.toHexString(bits) : Double.toString(value);
    }

    private static String arrayText(ArrayData array, LogicalType element) {
        return "[" + String.join(", ", elements(array, element)) + "]";
    }

    private static String mapText(MapData map, LogicalType key, LogicalType value) {
        List<String> keys = elements(map.keyArray(), key);
        List<String> values = elements(map.valueArray(), value);
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.add(keys.get(i) + ": " + values.get(i));
        }
        entries.sort(null);
        return "{" + String.join(", ", entries) + "}";
    }

    private static List<String> elements(ArrayData array, LogicalType type) {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
        List<String> result = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            result.add(text(getter.getElementOrNull(array, i), type));
        }
        return result;
    }

    /** The bytes decide: a lone surrogate, which only a Java string can hold, is a '?' for whoever reads the row. */
    private static String quoted(byte[] utf8) {
        StringBuilder result = new StringBuilder("'");
        SerializedLines.text(utf8)
                .chars()
                .forEach(
                        c -> {
                            if (c < ' ' || c == '\\' || c == '\'' || c == 0x7f) {
                                result.append(String.format("\\u%04x", c));
                            } else {
                                result.append((char) c);
                            }
                        });
        return result.append("'").toString();
    }
}
