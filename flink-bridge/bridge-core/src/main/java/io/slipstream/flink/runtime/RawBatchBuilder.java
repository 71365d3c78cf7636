package io.slipstream.flink.runtime;

import static io.slipstream.flink.runtime.RawBatchLayout.align;

import io.slipstream.flink.proto.RawSections;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Packs undecoded records of one split. The records' buffers are kept until {@link #take} copies the bytes of each once into the
 * batch; what no section asks for is not kept.
 */
public final class RawBatchBuilder {

    private static final int RECORDS_INITIAL = 256;

    /** A name (UTF-8) and a value that may be null. */
    public record Header(byte[] name, @Nullable byte[] value) {}

    /**
     * One record with all that any section could ask for.
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
    private final List<ByteBuffer> values = new ArrayList<>(RECORDS_INITIAL);
    private final List<ByteBuffer> keys = new ArrayList<>();
    private final List<List<Header>> headers = new ArrayList<>();

    /** Where each value and key ends among the bytes of all of them. */
    private int[] valueEnds = {};

    private int[] keyEnds = {};
    private long[] offsets = {};
    private long[] timestamps = {};
    private byte[] timestampTypes = {};
    private int[] leaderEpochs = {};
    private int valueBytes;
    private int keyBytes;
    private boolean hasNullValue;

    public RawBatchBuilder(RawSections sections) {
        this.sections = sections;
    }

    public void add(Record record) {
        add(
                record.key() == null ? null : ByteBuffer.wrap(record.key()),
                record.value() == null ? null : ByteBuffer.wrap(record.value()),
                record.offset(),
                record.timestampMs(),
                record.timestampType(),
                record.leaderEpoch(),
                record.headers());
    }

    /** As a {@link Record} of the same; the remaining bytes of the buffers are read by {@link #take}. */
    public void add(
            @Nullable ByteBuffer key,
            @Nullable ByteBuffer value,
            long offset,
            long timestampMs,
            int timestampType,
            int leaderEpoch,
            List<Header> headersOfRecord) {
        int index = values.size();
        values.add(value);
        if (value == null) {
            hasNullValue = true;
        } else {
            valueBytes = Math.addExact(valueBytes, value.remaining());
        }
        valueEnds = index < valueEnds.length ? valueEnds : Arrays.copyOf(valueEnds, grown(index));
        valueEnds[index] = valueBytes;
        if (sections.getKey()) {
            keys.add(key);
            keyBytes = Math.addExact(keyBytes, key == null ? 0 : key.remaining());
            keyEnds = index < keyEnds.length ? keyEnds : Arrays.copyOf(keyEnds, grown(index));
            keyEnds[index] = keyBytes;
        }
        if (sections.getHeaders()) {
            headers.add(headersOfRecord);
        }
        if (sections.getOffset()) {
            offsets = index < offsets.length ? offsets : Arrays.copyOf(offsets, grown(index));
            offsets[index] = offset;
        }
        if (sections.getTimestamp()) {
            timestamps = index < timestamps.length ? timestamps : Arrays.copyOf(timestamps, grown(index));
            timestamps[index] = timestampMs;
        }
        if (sections.getTimestampType()) {
            timestampTypes = index < timestampTypes.length ? timestampTypes : Arrays.copyOf(timestampTypes, grown(index));
            timestampTypes[index] = (byte) timestampType;
        }
        if (sections.getLeaderEpoch()) {
            leaderEpochs = index < leaderEpochs.length ? leaderEpochs : Arrays.copyOf(leaderEpochs, grown(index));
            leaderEpochs[index] = leaderEpoch;
        }
    }

    public int recordCount() {
        return values.size();
    }

    /** Of values and keys, without the sections around them. */
    public int byteCount() {
        return valueBytes + keyBytes;
    }

    /** The finished batch; the builder is empty afterwards. */
    public byte[] take() {
        int n = values.size();
        byte[] encodedHeaders = sections.getHeaders() ? encode(headers) : null;
        byte[] payload = new byte[sizeOf(n, encodedHeaders)];
        ByteBuffer target = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        target.putInt(n).putInt(sectionBits()).putInt(valueBytes).putInt(keyBytes);
        putOffsets(target, valueEnds, n);
        if (hasNullValue) {
            putNulls(target, values);
        }
        if (sections.getKey()) {
            putOffsets(target, keyEnds, n);
            putNulls(target, keys);
        }
        putMetadata(target, n);
        if (encodedHeaders != null) {
            target.putInt(encodedHeaders.length).put(encodedHeaders);
            alignPosition(target);
        }
        putBytes(target, values);
        if (sections.getKey()) {
            alignPosition(target);
            putBytes(target, keys);
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

    private int sizeOf(int n, @Nullable byte[] encodedHeaders) {
        int size = align(RawBatchLayout.HEAD_BYTES + 4 * (n + 1));
        size += hasNullValue ? align(n) : 0;
        size += sections.getKey() ? align(4 * (n + 1)) + align(n) : 0;
        size += sections.getTimestamp() ? 8 * n : 0;
        size += sections.getOffset() ? 8 * n : 0;
        size += sections.getTimestampType() ? align(n) : 0;
        size += sections.getLeaderEpoch() ? align(4 * n) : 0;
        size += encodedHeaders != null ? align(4 + encodedHeaders.length) : 0;
        return Math.addExact(size, sections.getKey() ? Math.addExact(align(valueBytes), keyBytes) : valueBytes);
    }

    private void putMetadata(ByteBuffer target, int n) {
        if (sections.getTimestamp()) {
            target.asLongBuffer().put(timestamps, 0, n);
            target.position(target.position() + 8 * n);
        }
        if (sections.getOffset()) {
            target.asLongBuffer().put(offsets, 0, n);
            target.position(target.position() + 8 * n);
        }
        if (sections.getTimestampType()) {
            target.put(timestampTypes, 0, n);
            alignPosition(target);
        }
        if (sections.getLeaderEpoch()) {
            target.asIntBuffer().put(leaderEpochs, 0, n);
            target.position(target.position() + 4 * n);
            alignPosition(target);
        }
    }

    private static void putOffsets(ByteBuffer target, int[] ends, int n) {
        target.putInt(0);
        target.asIntBuffer().put(ends, 0, n);
        target.position(target.position() + 4 * n);
        alignPosition(target);
    }

    private static void putNulls(ByteBuffer target, List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            target.put((byte) (buffer == null ? 1 : 0));
        }
        alignPosition(target);
    }

    private static void putBytes(ByteBuffer target, List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer != null) {
                target.put(buffer);
            }
        }
    }

    private static byte[] encode(List<List<Header>> headersOfRecords) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        for (List<Header> headersOfRecord : headersOfRecords) {
            writeInt(target, headersOfRecord.size());
            for (Header header : headersOfRecord) {
                writeInt(target, header.name().length);
                target.writeBytes(header.name());
                writeInt(target, header.value() == null ? -1 : header.value().length);
                target.writeBytes(header.value() == null ? new byte[0] : header.value());
            }
        }
        return target.toByteArray();
    }

    private static void writeInt(ByteArrayOutputStream target, int value) {
        target.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
    }

    /** The last section ends where the batch ends. */
    private static void alignPosition(ByteBuffer target) {
        target.position(Math.min(align(target.position()), target.capacity()));
    }

    private static int grown(int index) {
        return Math.max(RECORDS_INITIAL, index * 2);
    }

    private void clear() {
        values.clear();
        keys.clear();
        headers.clear();
        valueBytes = 0;
        keyBytes = 0;
        hasNullValue = false;
    }
}
