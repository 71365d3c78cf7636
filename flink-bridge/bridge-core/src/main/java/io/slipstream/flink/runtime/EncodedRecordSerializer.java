package io.slipstream.flink.runtime;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;

/** Key, then value, each an i32 length (-1 = null) and its bytes. */
public final class EncodedRecordSerializer extends TypeSerializerSingleton<RowData> {

    private static final long serialVersionUID = 1L;

    public static final EncodedRecordSerializer INSTANCE = new EncodedRecordSerializer();

    private EncodedRecordSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public RowData createInstance() {
        return new EncodedRecord(null, null);
    }

    @Override
    public RowData copy(RowData from) {
        return from;
    }

    @Override
    public RowData copy(RowData from, RowData reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(RowData record, DataOutputView target) throws IOException {
        EncodedRecord encoded = (EncodedRecord) record;
        writeBytes(encoded.key(), target);
        writeBytes(encoded.value(), target);
    }

    @Override
    public RowData deserialize(DataInputView source) throws IOException {
        byte[] key = readBytes(source);
        return new EncodedRecord(key, readBytes(source));
    }

    @Override
    public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        writeBytes(readBytes(source), target);
        writeBytes(readBytes(source), target);
    }

    @Override
    public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
        return new Snapshot();
    }

    private static void writeBytes(@Nullable byte[] bytes, DataOutputView target) throws IOException {
        target.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            target.write(bytes);
        }
    }

    private static @Nullable byte[] readBytes(DataInputView source) throws IOException {
        int length = source.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        source.readFully(bytes);
        return bytes;
    }

    /** The serializer has no parameters. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowData> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
