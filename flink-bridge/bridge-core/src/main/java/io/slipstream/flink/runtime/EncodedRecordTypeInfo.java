package io.slipstream.flink.runtime;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;

/** Type of a stream of {@link EncodedRecord}s, which Flink's sinks take as rows. */
public final class EncodedRecordTypeInfo extends TypeInformation<RowData> {

    private static final long serialVersionUID = 1L;

    public static final EncodedRecordTypeInfo INSTANCE = new EncodedRecordTypeInfo();

    private EncodedRecordTypeInfo() {}

    private Object readResolve() {
        return INSTANCE;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<RowData> getTypeClass() {
        return RowData.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<RowData> createSerializer(SerializerConfig config) {
        return EncodedRecordSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "EncodedRecord";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedRecordTypeInfo;
    }

    @Override
    public int hashCode() {
        return EncodedRecordTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EncodedRecordTypeInfo;
    }
}
