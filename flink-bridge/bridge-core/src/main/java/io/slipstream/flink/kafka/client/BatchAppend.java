package io.slipstream.flink.kafka.client;

import java.nio.ByteBuffer;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.common.record.DefaultRecord;
import org.apache.kafka.common.record.DefaultRecordBatch;
import org.apache.kafka.common.record.MemoryRecordsBuilder;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * Does to a batch what {@link ProducerBatch#tryAppend} and {@link MemoryRecordsBuilder#append} do, without a future and a callback for the
 * record: those of the batch's first record stand for all. The batch was opened by Kafka, is not compressed, and has the format of
 * {@link DefaultRecord} (v2); called under the lock of its queue.
 */
final class BatchAppend {

    /** Attributes, and the deltas of time and offset when they are 0: what a record has besides key, value and headers. */
    private static final int SMALLEST_OVERHEAD_BYTES = 3;

    private BatchAppend() {}

    /** The bytes that were appended; 0 when the batch has no room for the record, or it is too large for any. */
    static int append(
            ProducerBatch batch, long timestampMs, @Nullable byte[] key, @Nullable byte[] value, long recordBytesMax) {
        MemoryRecordsBuilder builder = (MemoryRecordsBuilder) BatchFields.RECORDS_BUILDER.get(batch);
        int index = (int) BatchFields.NUM_RECORDS.get(builder);
        Long baseTimestamp = (Long) BatchFields.BASE_TIMESTAMP.get(builder);
        if (index == 0 || baseTimestamp == null) {
            return 0;
        }
        int keyBytes = key == null ? -1 : key.length;
        int valueBytes = value == null ? -1 : value.length;
        int partsBytes = DefaultRecord.sizeOfBodyInBytes(0, 0, keyBytes, valueBytes, Record.EMPTY_HEADERS) - SMALLEST_OVERHEAD_BYTES;
        int bytesBound = DefaultRecordBatch.RECORD_BATCH_OVERHEAD + DefaultRecord.MAX_RECORD_OVERHEAD + partsBytes;
        long timestampDelta = timestampMs - baseTimestamp;
        int bodyBytes = 1 + ByteUtils.sizeOfVarlong(timestampDelta) + ByteUtils.sizeOfVarint(index) + partsBytes;
        int recordBytes = ByteUtils.sizeOfVarint(bodyBytes) + bodyBytes;
        // One byte more, as a batch that becomes exactly full has to wake the sender.
        if (bytesBound > recordBytesMax || !builder.hasRoomFor(recordBytes + 1)) {
            return 0;
        }
        ByteBuffer buffer = builder.buffer();
        if (buffer.remaining() < recordBytes) {
            return 0;
        }
        if (!(BatchFields.THUNKS.get(batch) instanceof BatchThunks)) {
            BatchThunks.install(batch, (List<?>) BatchFields.THUNKS.get(batch));
        }
        write(buffer, bodyBytes, timestampDelta, index, key, value);
        BatchFields.NUM_RECORDS.set(builder, index + 1);
        BatchFields.UNCOMPRESSED_RECORDS_SIZE.set(builder, (int) BatchFields.UNCOMPRESSED_RECORDS_SIZE.get(builder) + recordBytes);
        BatchFields.LAST_OFFSET.set(builder, (Long) (long) index);
        if (timestampMs > (long) BatchFields.MAX_TIMESTAMP.get(builder)) {
            BatchFields.MAX_TIMESTAMP.set(builder, timestampMs);
            BatchFields.OFFSET_OF_MAX_TIMESTAMP.set(builder, (long) index);
        }
        BatchFields.RECORD_COUNT.set(batch, index + 1);
        BatchFields.MAX_RECORD_SIZE.set(batch, Math.max((int) BatchFields.MAX_RECORD_SIZE.get(batch), bytesBound));
        BatchFields.LAST_APPEND_TIME.set(batch, timestampMs);
        return recordBytes;
    }

    /** As {@link DefaultRecord#writeTo}. The base offset of a batch under construction is 0, so the delta is the index. */
    private static void write(
            ByteBuffer buffer, int bodyBytes, long timestampDelta, int index, @Nullable byte[] key, @Nullable byte[] value) {
        ByteUtils.writeVarint(bodyBytes, buffer);
        buffer.put((byte) 0);
        ByteUtils.writeVarlong(timestampDelta, buffer);
        ByteUtils.writeVarint(index, buffer);
        writePart(buffer, key);
        writePart(buffer, value);
        ByteUtils.writeVarint(0, buffer);
    }

    private static void writePart(ByteBuffer buffer, @Nullable byte[] bytes) {
        if (bytes == null) {
            ByteUtils.writeVarint(-1, buffer);
        } else {
            ByteUtils.writeVarint(bytes.length, buffer);
            buffer.put(bytes);
        }
    }
}
