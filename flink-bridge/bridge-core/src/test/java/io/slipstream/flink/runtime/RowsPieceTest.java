package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class RowsPieceTest {

    private final TypeSerializer<RowsPiece> serializer =
            RowsPieceTypeInfo.INSTANCE.createSerializer(new ExecutionConfig().getSerializerConfig());

    @Test
    void aPieceCrossesTheNetworkAsItWas() throws IOException {
        RowsPiece piece = new RowsPiece(127, 3, new byte[] {1, 2, 3, 4, 5});
        DataOutputSerializer written = new DataOutputSerializer(8);
        serializer.serialize(piece, written);
        DataOutputSerializer copied = new DataOutputSerializer(8);
        serializer.copy(new DataInputDeserializer(written.getCopyOfBuffer()), copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(written.getCopyOfBuffer());
        RowsPiece read = serializer.deserialize(new DataInputDeserializer(copied.getCopyOfBuffer()));
        assertThat(read).usingRecursiveComparison().isEqualTo(piece);
        assertThat(serializer.copy(piece)).isSameAs(piece);
        assertThat(serializer.snapshotConfiguration().restoreSerializer()).isSameAs(serializer);
    }

    @Test
    void piecesGoWhereFlinkSendsTheirKeys() throws Exception {
        Random random = new Random(4);
        for (int maxParallelism : new int[] {1, 7, 128, 720, 32768}) {
            for (int channels : new int[] {1, 2, 3, 86, 128}) {
                if (channels > maxParallelism) {
                    continue;
                }
                KeyGroupStreamPartitioner<Long, Long> flinks = new KeyGroupStreamPartitioner<>(key -> key, 128);
                flinks.configure(maxParallelism);
                flinks.setup(channels);
                PiecePartitioner<RowsPiece> ours = InstantiationUtil.clone(new PiecePartitioner<>());
                ours.configure(maxParallelism);
                ours.setup(channels);
                for (int i = 0; i < 200; i++) {
                    long key = random.nextLong();
                    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
                    assertThat(ours.selectChannel(delegate(new RowsPiece(keyGroup, 1, new byte[0]))))
                            .isEqualTo(flinks.selectChannel(delegate(key)));
                }
                assertThat(ours.getDownstreamSubtaskStateMapper()).isEqualTo(flinks.getDownstreamSubtaskStateMapper());
                assertThat(ours.getUpstreamSubtaskStateMapper()).isEqualTo(flinks.getUpstreamSubtaskStateMapper());
                assertThat(ours.isPointwise()).isEqualTo(flinks.isPointwise());
                assertThat(ours.isBroadcast()).isEqualTo(flinks.isBroadcast());
                assertThat(ours.toString()).isEqualTo(flinks.toString());
                assertThat(ours.copy()).isEqualTo(ours);
            }
        }
        PiecePartitioner<RowsPiece> partitioner = new PiecePartitioner<>(128);
        assertThat(partitioner).isEqualTo(new PiecePartitioner<>(128)).hasSameHashCodeAs(new PiecePartitioner<>(128));
        assertThat(partitioner).isNotEqualTo(new PiecePartitioner<>(64));
    }

    @Test
    void piecesBecomeOneBatch() throws IOException {
        RowDataSerializer rows = new RowDataSerializer(FragmentHarness.ROW);
        RowBatchBuilder whole = new RowBatchBuilder(rows);
        RowBatchBuilder part = new RowBatchBuilder(rows);
        RowBatchBuilder joined = new RowBatchBuilder(null);
        int added = 0;
        for (int pieceRows : new int[] {3, 1, 0, 200, 64}) {
            for (int i = 0; i < pieceRows; i++) {
                GenericRowData row = GenericRowData.of((long) added, StringData.fromString("x".repeat(added++)));
                whole.add(row);
                part.add(row);
            }
            joined.addAll(part.take(), pieceRows);
        }
        assertThat(joined.rowCount()).isEqualTo(added);
        assertThat(joined.take()).isEqualTo(whole.take());
        assertThatThrownBy(() -> joined.addAll(new byte[16], 1)).isInstanceOf(IOException.class).hasMessageContaining("SLIP-2004");
        byte[] cutOff = new byte[16];
        cutOff[0] = 1;
        assertThatThrownBy(() -> joined.addAll(cutOff, 1)).isInstanceOf(IOException.class).hasMessageContaining("SLIP-2004");
        assertThatThrownBy(() -> joined.addAll(new byte[3], 0)).isInstanceOf(IOException.class).hasMessageContaining("SLIP-2004");
    }

    private static <T> SerializationDelegate<StreamRecord<T>> delegate(T value) {
        SerializationDelegate<StreamRecord<T>> delegate = new SerializationDelegate<>(null);
        delegate.setInstance(new StreamRecord<>(value));
        return delegate;
    }
}
