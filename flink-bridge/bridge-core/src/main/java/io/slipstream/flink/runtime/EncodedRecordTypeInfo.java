package io.slipstream.flink.runtime;

import org.apache.flink.table.data.RowData;

/** Type of a stream of {@link EncodedRecord}s, which Flink's sinks take as rows. */
public final class EncodedRecordTypeInfo extends OpaqueTypeInfo<RowData> {

    private static final long serialVersionUID = 1L;

    public static final EncodedRecordTypeInfo INSTANCE = new EncodedRecordTypeInfo();

    private EncodedRecordTypeInfo() {
        super(RowData.class, EncodedRecordSerializer.INSTANCE);
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
