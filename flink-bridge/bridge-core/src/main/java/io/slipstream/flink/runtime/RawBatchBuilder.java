package io.slipstream.flink.runtime;

import static io.slipstream.flink.runtime.RawBatchLayout.align;

import io.slipstream.flink.proto.RawSections;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Packs undecoded records of one split. The records' arrays are kept until {@link #take} copies each of them once into the
 * batch.
 */
public final class RawBatchBuilder {

    /** A name (UTF-8) and a value that may be null. */
    public record Header(byte[] name, @Nullable byte[] value) {}

    /**
     * One record with all that any section could ask for; what no section asks for is ignored.
     *
     * @param timestampType 0 none, 1 CreateTime, 2 LogAppendTime
     * @param leaderEpoch -1: none
     */
    public record Record(
            @Nullable byte[] key,
            @Nullable byte[] value,
            long offset,
            long timestampMs,
            int timestampType,
            int leaderEpoch,
            List<Header> headers) {

        /** Nothing but a value. */
        public static Record of(@Nullable byte[] value) {
            return new Record(null, value, 0, 0, 0, -1, List.of());
        }
    }

    private final RawSections sections;
    private final List<Record> records = new ArrayList<>();
    private int valueBytes;
    private int keyBytes;
    private boolean hasNullValue;

    public RawBatchBuilder(RawSections sections) {
        this.sections = sections;
    }

    public void add(Record record) {
        records.add(record);
        if (record.value() == null) {
            hasNullValue = true;
        } else {
            valueBytes = Math.addExact(valueBytes, record.value().length);
        }
        if (sections.getKey() && record.key() != null) {
            keyBytes = Math.addExact(keyBytes, record.key().length);
        }
    }

    public int recordCount() {
        return records.size();
    }

    /** Of values and keys, without the sections around them. */
    public int byteCount() {
        return valueBytes + keyBytes;
    }

    /** The finished batch; the builder is empty afterwards. */
    public byte[] take() {
        byte[] headers = sections.getHeaders() ? headersOf(records) : null;
        byte[] payload = new byte[sizeOf(headers)];
        ByteBuffer target = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        target.putInt(records.size()).putInt(sectionBits()).putInt(valueBytes).putInt(keyBytes);
        putOffsets(target, false);
        if (hasNullValue) {
            records.forEach(record -> target.put((byte) (record.value() == null ? 1 : 0)));
            alignPosition(target);
        }
        if (sections.getKey()) {
            putOffsets(target, true);
            records.forEach(record -> target.put((byte) (record.key() == null ? 1 : 0)));
            alignPosition(target);
        }
        putMetadata(target);
        if (headers != null) {
            target.putInt(headers.length).put(headers);
            alignPosition(target);
        }
        putBytes(target, false);
        if (sections.getKey()) {
            alignPosition(target);
            putBytes(target, true);
        }
        clear();
        return payload;
    }

    private int sectionBits() {
        return (sections.getKey() ? RawBatchLayout.KEYS : 0)
                | (sections.getTimestamp() ? RawBatchLayout.TIMESTAMPS : 0)
                | (sections.getOffset() ? RawBatchLayout.OFFSETS : 0)
                | (hasNullValue ? RawBatchLayout.VALUE_NULLS : 0)
                | (sections.getTimestampType() ? RawBatchLayout.TIMESTAMP_TYPES : 0)
                | (sections.getLeaderEpoch() ? RawBatchLayout.LEADER_EPOCHS : 0)
                | (sections.getHeaders() ? RawBatchLayout.HEADERS : 0);
    }

    private int sizeOf(@Nullable byte[] headers) {
        int n = records.size();
        int size = align(RawBatchLayout.HEAD_BYTES + 4 * (n + 1));
        size += hasNullValue ? align(n) : 0;
        size += sections.getKey() ? align(4 * (n + 1)) + align(n) : 0;
        size += sections.getTimestamp() ? 8 * n : 0;
        size += sections.getOffset() ? 8 * n : 0;
        size += sections.getTimestampType() ? align(n) : 0;
        size += sections.getLeaderEpoch() ? align(4 * n) : 0;
        size += headers != null ? align(4 + headers.length) : 0;
        return Math.addExact(size, sections.getKey() ? Math.addExact(align(valueBytes), keyBytes) : valueBytes);
    }

    private void putOffsets(ByteBuffer target, boolean ofKeys) {
        int position = 0;
        target.putInt(0);
        for (Record record : records) {
            byte[] bytes = ofKeys ? record.key() : record.value();
            position += bytes == null ? 0 : bytes.length;
            target.putInt(position);
        }
        alignPosition(target);
    }

    private void putBytes(ByteBuffer target, boolean ofKeys) {
        for (Record record : records) {
            byte[] bytes = ofKeys ? record.key() : record.value();
            if (bytes != null) {
                target.put(bytes);
            }
        }
    }

    private void putMetadata(ByteBuffer target) {
        if (sections.getTimestamp()) {
            records.forEach(record -> target.putLong(record.timestampMs()));
        }
        if (sections.getOffset()) {
            records.forEach(record -> target.putLong(record.offset()));
        }
        if (sections.getTimestampType()) {
            records.forEach(record -> target.put((byte) record.timestampType()));
            alignPosition(target);
        }
        if (sections.getLeaderEpoch()) {
            records.forEach(record -> target.putInt(record.leaderEpoch()));
            alignPosition(target);
        }
    }

    private static byte[] headersOf(List<Record> records) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        for (Record record : records) {
            writeInt(target, record.headers().size());
            for (Header header : record.headers()) {
                writeInt(target, header.name().length);
                target.writeBytes(header.name());
                writeInt(target, header.value() == null ? -1 : header.value().length);
                if (header.value() != null) {
                    target.writeBytes(header.value());
                }
            }
        }
        return target.toByteArray();
    }

    private static void writeInt(ByteArrayOutputStream target, int value) {
        target.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
    }

    private static void alignPosition(ByteBuffer target) {
        target.position(align(target.position()));
    }

    private void clear() {
        records.clear();
        valueBytes = 0;
        keyBytes = 0;
        hasNullValue = false;
    }
}
