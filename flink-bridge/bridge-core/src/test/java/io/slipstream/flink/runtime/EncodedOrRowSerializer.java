package io.slipstream.flink.runtime;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** The harness copies what comes out: rows as Flink copies them, encoded records as ours. */
final class EncodedOrRowSerializer extends TypeSerializerSingleton<RowData> {

    private static final long serialVersionUID = 1L;

    private final transient RowDataSerializer rows = new RowDataSerializer(FragmentHarness.ROW);

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public RowData createInstance() {
        return rows.createInstance();
    }

    @Override
    public RowData copy(RowData from) {
        return serializerOf(from).copy(from);
    }

    @Override
    public RowData copy(RowData from, RowData reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(RowData record, DataOutputView target) throws IOException {
        serializerOf(record).serialize(record, target);
    }

    @Override
    public RowData deserialize(DataInputView source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RowData deserialize(RowData reuse, DataInputView source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
        throw new UnsupportedOperationException();
    }

    private TypeSerializer<RowData> serializerOf(RowData record) {
        return record instanceof EncodedRecord ? EncodedRecordSerializer.INSTANCE : rows;
    }
}
