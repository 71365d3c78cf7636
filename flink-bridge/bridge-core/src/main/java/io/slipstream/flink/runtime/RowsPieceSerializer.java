package io.slipstream.flink.runtime;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** i32 key group, i32 row count, i32 byte count, the bytes. In-flight pieces of unaligned checkpoints are written in it too. */
public final class RowsPieceSerializer extends TypeSerializerSingleton<RowsPiece> {

    private static final long serialVersionUID = 1L;

    public static final RowsPieceSerializer INSTANCE = new RowsPieceSerializer();

    private RowsPieceSerializer() {}

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public RowsPiece createInstance() {
        return new RowsPiece(0, 0, new byte[0]);
    }

    @Override
    public RowsPiece copy(RowsPiece from) {
        return from;
    }

    @Override
    public RowsPiece copy(RowsPiece from, RowsPiece reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(RowsPiece piece, DataOutputView target) throws IOException {
        target.writeInt(piece.keyGroup());
        target.writeInt(piece.rowCount());
        target.writeInt(piece.rows().length);
        target.write(piece.rows());
    }

    @Override
    public RowsPiece deserialize(DataInputView source) throws IOException {
        int keyGroup = source.readInt();
        int rowCount = source.readInt();
        byte[] rows = new byte[source.readInt()];
        source.readFully(rows);
        return new RowsPiece(keyGroup, rowCount, rows);
    }

    @Override
    public RowsPiece deserialize(RowsPiece reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<RowsPiece> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no parameters. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowsPiece> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
