package io.slipstream.flink.runtime;

import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/**
 * A record that the sidecar has encoded for a connector. It is a {@link RowData} only because Flink's table sinks take nothing
 * else; it has no fields. Immutable but for the row kind, which nobody reads.
 */
public final class EncodedRecord implements RowData {

    private final @Nullable byte[] key;
    private final @Nullable byte[] value;

    /** @param value null: a tombstone */
    public EncodedRecord(@Nullable byte[] key, @Nullable byte[] value) {
        this.key = key;
        this.value = value;
    }

    public @Nullable byte[] key() {
        return key;
    }

    public @Nullable byte[] value() {
        return value;
    }

    @Override
    public int getArity() {
        return 0;
    }

    @Override
    public RowKind getRowKind() {
        return RowKind.INSERT;
    }

    @Override
    public void setRowKind(RowKind kind) {
        throw noFields();
    }

    @Override
    public boolean isNullAt(int pos) {
        throw noFields();
    }

    @Override
    public boolean getBoolean(int pos) {
        throw noFields();
    }

    @Override
    public byte getByte(int pos) {
        throw noFields();
    }

    @Override
    public short getShort(int pos) {
        throw noFields();
    }

    @Override
    public int getInt(int pos) {
        throw noFields();
    }

    @Override
    public long getLong(int pos) {
        throw noFields();
    }

    @Override
    public float getFloat(int pos) {
        throw noFields();
    }

    @Override
    public double getDouble(int pos) {
        throw noFields();
    }

    @Override
    public StringData getString(int pos) {
        throw noFields();
    }

    @Override
    public DecimalData getDecimal(int pos, int precision, int scale) {
        throw noFields();
    }

    @Override
    public TimestampData getTimestamp(int pos, int precision) {
        throw noFields();
    }

    @Override
    public <T> RawValueData<T> getRawValue(int pos) {
        throw noFields();
    }

    @Override
    public byte[] getBinary(int pos) {
        throw noFields();
    }

    @Override
    public ArrayData getArray(int pos) {
        throw noFields();
    }

    @Override
    public MapData getMap(int pos) {
        throw noFields();
    }

    @Override
    public RowData getRow(int pos, int numFields) {
        throw noFields();
    }

    @Override
    public Variant getVariant(int pos) {
        throw noFields();
    }

    private static UnsupportedOperationException noFields() {
        return new UnsupportedOperationException("an encoded record has no fields: it may only reach the sink it was encoded for");
    }
}
