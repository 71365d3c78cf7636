package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.proto.RawSections;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class RawBatchTest {

    private static final RawSections ALL = RawSections.newBuilder()
            .setKey(true)
            .setTimestamp(true)
            .setOffset(true)
            .setTimestampType(true)
            .setLeaderEpoch(true)
            .setHeaders(true)
            .build();

    @Test
    void whatIsPackedIsFoundAgain() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        RawBatchBuilder builder = new RawBatchBuilder(ALL);
        for (int round = 0; round < 20; round++) {
            List<RawBatchBuilder.Record> records = new ArrayList<>();
            for (int i = random.nextInt(600); i >= 0; i--) {
                records.add(randomRecord(random));
            }
            records.forEach(builder::add);
            RawBatchView view = new RawBatchView(builder.take());
            assertThat(view.recordCount()).as("seed %d", seed).isEqualTo(records.size());
            for (int i = 0; i < records.size(); i++) {
                assertThat(view.record(i)).as("seed %d", seed).usingRecursiveComparison().isEqualTo(records.get(i));
            }
        }
    }

    @Test
    void theLayoutIsTheDocumentedOne() {
        RawBatchBuilder builder = new RawBatchBuilder(RawSections.newBuilder().setOffset(true).build());
        builder.add(new RawBatchBuilder.Record(null, new byte[] {1, 2, 3}, 7, 0, 0, -1, List.of()));
        builder.add(new RawBatchBuilder.Record(null, null, 8, 0, 0, -1, List.of()));
        ByteBuffer expected = ByteBuffer.allocate(59).order(ByteOrder.LITTLE_ENDIAN);
        expected.putInt(2).putInt(4 | 8).putInt(3).putInt(0);
        expected.putInt(0).putInt(3).putInt(3).putInt(0);
        expected.put(new byte[] {0, 1, 0, 0, 0, 0, 0, 0});
        expected.putLong(7).putLong(8);
        expected.put(new byte[] {1, 2, 3});
        assertThat(builder.take()).containsExactly(expected.array());
    }

    @Test
    void encodedBatchesAreReadWithKeysAndNulls() throws IOException {
        RawBatchBuilder builder = new RawBatchBuilder(RawSections.newBuilder().setKey(true).build());
        builder.add(new RawBatchBuilder.Record(new byte[] {5}, new byte[] {1, 2}, 0, 0, 0, -1, List.of()));
        builder.add(new RawBatchBuilder.Record(null, null, 0, 0, 0, -1, List.of()));
        byte[] payload = builder.take();
        List<EncodedRecord> records = new ArrayList<>();
        EncodedBatch.forEach(buffer(payload), 2, row -> records.add((EncodedRecord) row));
        assertThat(records.get(0).key()).containsExactly(5);
        assertThat(records.get(0).value()).containsExactly(1, 2);
        assertThat(records.get(1).key()).isNull();
        assertThat(records.get(1).value()).isNull();

        for (int cut = 0; cut < payload.length; cut++) {
            byte[] shorter = Arrays.copyOf(payload, cut);
            assertThatThrownBy(() -> EncodedBatch.forEach(buffer(shorter), 2, row -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("SLIP-2004");
        }
        assertThatThrownBy(() -> EncodedBatch.forEach(buffer(payload), 3, row -> {})).hasMessageContaining("SLIP-2004");
    }

    @Test
    void elementsSurviveABrokenChain() throws IOException {
        for (PackedRecords element : List.of(
                PackedRecords.records("t-1", "t", 1, 1, new byte[] {1, 2}),
                PackedRecords.splitAdded("t-1"),
                PackedRecords.splitFinished("t-1"),
                PackedRecords.watermarkMark("t-1", -5))) {
            DataOutputSerializer target = new DataOutputSerializer(16);
            PackedRecordsSerializer.INSTANCE.serialize(element, target);
            PackedRecords copy = PackedRecordsSerializer.INSTANCE.deserialize(new DataInputDeserializer(target.getCopyOfBuffer()));
            assertThat(copy).usingRecursiveComparison().isEqualTo(element);
        }
    }

    private static ByteBuffer buffer(byte[] payload) {
        return ByteBuffer.wrap(payload).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static RawBatchBuilder.Record randomRecord(Random random) {
        List<RawBatchBuilder.Header> headers = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            headers.add(new RawBatchBuilder.Header(bytes(random, false), bytes(random, true)));
        }
        return new RawBatchBuilder.Record(
                bytes(random, true),
                bytes(random, true),
                random.nextLong(),
                random.nextLong(),
                random.nextInt(3),
                random.nextInt(5) - 1,
                headers);
    }

    private static byte[] bytes(Random random, boolean orNull) {
        if (orNull && random.nextInt(5) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }
}
