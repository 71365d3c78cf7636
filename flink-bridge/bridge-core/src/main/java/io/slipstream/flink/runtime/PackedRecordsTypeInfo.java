package io.slipstream.flink.runtime;

/** Type of a packed source's stream. */
public final class PackedRecordsTypeInfo extends OpaqueTypeInfo<PackedRecords> {

    private static final long serialVersionUID = 1L;

    public static final PackedRecordsTypeInfo INSTANCE = new PackedRecordsTypeInfo();

    private PackedRecordsTypeInfo() {
        super(PackedRecords.class, PackedRecordsSerializer.INSTANCE);
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
