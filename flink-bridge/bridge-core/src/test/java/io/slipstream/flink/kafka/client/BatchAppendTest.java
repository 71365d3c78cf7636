package io.slipstream.flink.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.kafka.Reflection;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.ProducerIdAndEpoch;
import org.junit.jupiter.api.Test;

/** The oracle is the same batch, filled by Kafka. */
class BatchAppendTest {

    private static final TopicPartition PARTITION = new TopicPartition("t", 0);
    private static final int BATCH_BYTES = 16_384;
    private static final long NO_BOUND = Long.MAX_VALUE;
    private static final long NOW_MS = 1_700_000_000_000L;

    private int failures;

    private record Row(long timestampMs, @Nullable byte[] key, @Nullable byte[] value) {}

    @Test
    void theBatchIsByteForByteKafkas() {
        for (long seed = 0; seed < 200; seed++) {
            List<Row> rows = rows(new Random(seed));
            ProducerBatch expected = open();
            ProducerBatch actual = open();
            int appended = 0;
            for (Row row : rows) {
                assertThat(send(expected, row)).as("seed %d", seed).isTrue();
                if (appended == 0 || BatchAppend.append(actual, row.timestampMs, row.key, row.value, NO_BOUND) == 0) {
                    assertThat(send(actual, row)).as("only the last record may fill the batch, seed %d", seed).isTrue();
                }
                appended++;
                assertThat(actual.estimatedSizeInBytes()).isEqualTo(expected.estimatedSizeInBytes());
                assertThat(actual.isFull()).isEqualTo(expected.isFull());
            }
            for (String field : List.of("recordCount", "maxRecordSize", "lastAppendTime")) {
                assertThat(Reflection.field(actual, field))
                        .as(field)
                        .isEqualTo(Reflection.field(expected, field));
            }
            assertThat(bytes(actual)).as("seed %d", seed).isEqualTo(bytes(expected));
        }
    }

    @Test
    void aNewEpochRewritesTheHeader() {
        ProducerBatch expected = open();
        ProducerBatch actual = open();
        for (Row row : rows(new Random(1))) {
            send(expected, row);
            append(actual, row);
        }
        for (ProducerBatch batch : List.of(expected, actual)) {
            batch.setProducerState(new ProducerIdAndEpoch(7, (short) 1), 100, true);
            batch.close();
            batch.resetProducerState(new ProducerIdAndEpoch(7, (short) 2), 0);
            batch.close();
        }
        assertThat(bytes(actual)).isEqualTo(bytes(expected));
    }

    @Test
    void aBatchThatIsTooLargeForTheBrokerIsSplitAsKafkas() {
        List<Row> rows = rows(new Random(2));
        ProducerBatch expected = open();
        ProducerBatch actual = open();
        for (Row row : rows) {
            send(expected, row);
            append(actual, row);
        }
        Deque<ProducerBatch> expectedParts = close(expected).split(1_000);
        Deque<ProducerBatch> actualParts = close(actual).split(1_000);
        assertThat(actualParts).hasSameSizeAs(expectedParts).hasSizeGreaterThan(2);
        while (!expectedParts.isEmpty()) {
            ProducerBatch part = actualParts.poll();
            assertThat(bytes(part)).isEqualTo(bytes(expectedParts.poll()));
            part.completeExceptionally(new KafkaException("part"), index -> new KafkaException("part"));
        }
        assertThat(failures).as("each record of a part has its callback").isEqualTo(rows.size());
    }

    @Test
    void aBatchThatFailsCallsBack() {
        ProducerBatch expired = open();
        rows(new Random(3)).forEach(row -> append(expired, row));
        expired.abortRecordAppends();
        expired.completeExceptionally(new KafkaException("expired"), index -> new KafkaException("expired"));
        assertThat(failures).isEqualTo(1);
        ProducerBatch aborted = open();
        rows(new Random(3)).forEach(row -> append(aborted, row));
        aborted.abortRecordAppends();
        aborted.abort(new KafkaException("aborted"));
        assertThat(failures).isEqualTo(2);
    }

    @Test
    void aRecordWithoutRoomOrTooLargeIsLeftToKafka() {
        Row small = new Row(NOW_MS, null, new byte[100]);
        ProducerBatch batch = open();
        assertThat(BatchAppend.append(batch, NOW_MS, null, small.value, NO_BOUND)).as("nothing in it yet").isZero();
        send(batch, small);
        assertThat(BatchAppend.append(batch, NOW_MS, null, new byte[BATCH_BYTES], NO_BOUND)).isZero();
        // 61 of the batch, 21 at most of the record, lengths, and the number of headers: what KafkaProducer compares.
        assertThat(BatchAppend.append(batch, NOW_MS, null, small.value, 61 + 21 + 1 + 2 + 100 + 1 - 1)).isZero();
        assertThat(BatchAppend.append(batch, NOW_MS, null, small.value, 61 + 21 + 1 + 2 + 100 + 1)).isEqualTo(109);
        batch.closeForRecordAppends();
        assertThat(BatchAppend.append(batch, NOW_MS, null, small.value, NO_BOUND)).isZero();
    }

    /** As many as fit. */
    private static List<Row> rows(Random random) {
        List<Row> rows = new ArrayList<>();
        ProducerBatch batch = open();
        int lengthMax = 1 + random.nextInt(300);
        while (true) {
            long timestampMs = NOW_MS + random.nextInt(3) * random.nextInt(100_000) - random.nextInt(50);
            Row row = new Row(timestampMs, bytes(random, lengthMax), bytes(random, lengthMax));
            if (batch.tryAppend(timestampMs, row.key, row.value, Record.EMPTY_HEADERS, null, timestampMs) == null) {
                return rows;
            }
            rows.add(row);
        }
    }

    private static @Nullable byte[] bytes(Random random, int lengthMax) {
        byte[] bytes = new byte[random.nextInt(lengthMax)];
        random.nextBytes(bytes);
        return random.nextInt(4) == 0 ? null : bytes;
    }

    private static ProducerBatch open() {
        return new ProducerBatch(
                PARTITION,
                MemoryRecords.builder(
                        ByteBuffer.allocate(BATCH_BYTES), RecordBatch.CURRENT_MAGIC_VALUE, Compression.NONE, TimestampType.CREATE_TIME, 0L),
                NOW_MS);
    }

    private boolean send(ProducerBatch batch, Row row) {
        Callback callback = (metadata, exception) -> failures += exception == null ? 0 : 1;
        return batch.tryAppend(row.timestampMs, row.key, row.value, Record.EMPTY_HEADERS, callback, row.timestampMs) != null;
    }

    private void append(ProducerBatch batch, Row row) {
        if (BatchAppend.append(batch, row.timestampMs, row.key, row.value, NO_BOUND) == 0) {
            send(batch, row);
        }
    }

    private static ProducerBatch close(ProducerBatch batch) {
        batch.setProducerState(new ProducerIdAndEpoch(7, (short) 1), 100, true);
        batch.close();
        return batch;
    }

    private static byte[] bytes(ProducerBatch batch) {
        ByteBuffer buffer = batch.records().buffer().duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
