package io.slipstream.flink.runtime;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Only used when the chain between the source and its fragment is broken. */
public final class PackedRecordsSerializer extends TypeSerializerSingleton<PackedRecords> {

    private static final long serialVersionUID = 1L;

    public static final PackedRecordsSerializer INSTANCE = new PackedRecordsSerializer();

    private PackedRecordsSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public PackedRecords createInstance() {
        return PackedRecords.splitFinished("");
    }

    @Override
    public PackedRecords copy(PackedRecords from) {
        return from;
    }

    @Override
    public PackedRecords copy(PackedRecords from, PackedRecords reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(PackedRecords records, DataOutputView target) throws IOException {
        target.writeByte(records.kind().ordinal());
        target.writeUTF(records.splitId());
        target.writeUTF(records.topic());
        target.writeInt(records.partition());
        target.writeInt(records.recordCount());
        target.writeLong(records.watermarkMs());
        target.writeInt(records.payload().length);
        target.write(records.payload());
    }

    @Override
    public PackedRecords deserialize(DataInputView source) throws IOException {
        PackedRecords.Kind kind = PackedRecords.Kind.values()[source.readByte()];
        String splitId = source.readUTF();
        String topic = source.readUTF();
        int partition = source.readInt();
        int recordCount = source.readInt();
        long watermarkMs = source.readLong();
        byte[] payload = new byte[source.readInt()];
        source.readFully(payload);
        return PackedRecords.of(kind, splitId, topic, partition, recordCount, payload, watermarkMs);
    }

    @Override
    public PackedRecords deserialize(PackedRecords reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<PackedRecords> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no parameters. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PackedRecords> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
