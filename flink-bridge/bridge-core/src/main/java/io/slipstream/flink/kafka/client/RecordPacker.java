package io.slipstream.flink.kafka.client;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.RawBatchBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Packs what one poll has brought of a split into raw batches. A batch takes the place of its last record (that record's offset
 * and timestamp, the batch as value), so that the offset behind it is the one behind the batch. Keys and values may be buffers,
 * whatever their type says: {@link UncopiedRecords}.
 */
final class RecordPacker {

    private final RawBatchBuilder builder;
    private final RawSections sections;
    private final BatchLimits limits;

    RecordPacker(RawSections sections, BatchLimits limits) {
        this.builder = new RawBatchBuilder(sections);
        this.sections = sections;
        this.limits = limits;
    }

    RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> pack(RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> polled) {
        RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> packed = new RecordsBySplits.Builder<>();
        String split;
        while ((split = polled.nextSplit()) != null) {
            packSplit(split, polled, packed);
        }
        packed.addFinishedSplits(polled.finishedSplits());
        polled.recycle();
        return packed.build();
    }

    private void packSplit(
            String split,
            RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> polled,
            RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> packed) {
        ConsumerRecord<?, ?> record;
        ConsumerRecord<?, ?> last = null;
        while ((record = polled.nextRecordFromSplit()) != null) {
            ByteBuffer key = sections.getKey() ? UncopiedRecords.bufferOf(record.key()) : null;
            ByteBuffer value = UncopiedRecords.bufferOf(record.value());
            if (last != null && isFullBefore(key, value)) {
                packed.add(split, batchInPlaceOf(last));
            }
            builder.add(
                    key,
                    value,
                    record.offset(),
                    record.timestamp(),
                    TimestampTypes.codeOf(record.timestampType()),
                    record.leaderEpoch().orElse(-1),
                    sections.getHeaders() ? headersOf(record) : List.of());
            last = record;
        }
        if (last != null) {
            packed.add(split, batchInPlaceOf(last));
        }
    }

    private boolean isFullBefore(@Nullable ByteBuffer nextKey, @Nullable ByteBuffer nextValue) {
        int nextBytes = (nextKey == null ? 0 : nextKey.remaining()) + (nextValue == null ? 0 : nextValue.remaining());
        return builder.recordCount() >= limits.rows() || builder.byteCount() + nextBytes > limits.bytes();
    }

    private static List<RawBatchBuilder.Header> headersOf(ConsumerRecord<?, ?> record) {
        List<RawBatchBuilder.Header> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(new RawBatchBuilder.Header(header.key().getBytes(StandardCharsets.UTF_8), header.value()));
        }
        return headers;
    }

    private ConsumerRecord<byte[], byte[]> batchInPlaceOf(ConsumerRecord<?, ?> last) {
        byte[] payload = builder.take();
        return new ConsumerRecord<>(
                last.topic(),
                last.partition(),
                last.offset(),
                last.timestamp(),
                last.timestampType(),
                ConsumerRecord.NULL_SIZE,
                payload.length,
                null,
                payload,
                new RecordHeaders(),
                Optional.empty());
    }
}
