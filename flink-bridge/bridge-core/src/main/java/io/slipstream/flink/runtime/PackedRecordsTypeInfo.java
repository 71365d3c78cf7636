package io.slipstream.flink.runtime;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of a packed source's stream. */
public final class PackedRecordsTypeInfo extends TypeInformation<PackedRecords> {

    private static final long serialVersionUID = 1L;

    public static final PackedRecordsTypeInfo INSTANCE = new PackedRecordsTypeInfo();

    private PackedRecordsTypeInfo() {}

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
    public Class<PackedRecords> getTypeClass() {
        return PackedRecords.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<PackedRecords> createSerializer(SerializerConfig config) {
        return PackedRecordsSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "PackedRecords";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PackedRecordsTypeInfo;
    }

    @Override
    public int hashCode() {
        return PackedRecordsTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof PackedRecordsTypeInfo;
    }
}
