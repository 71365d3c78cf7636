package io.slipstream.flink.runtime;

import static io.slipstream.flink.runtime.RawBatchLayout.align;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/** Reads single records of a raw batch back; for the rare record that the sidecar refuses. */
public final class RawBatchView {

    private final ByteBuffer bytes;
    private final int recordCount;
    private final int sections;
    private int end;
    private final int valueOffsets;
    private final int valueNulls;
    private final int keyOffsets;
    private final int keyNulls;
    private final int timestamps;
    private final int offsets;
    private final int timestampTypes;
    private final int leaderEpochs;
    private final int headers;
    private final int values;
    private final int keys;

    public RawBatchView(byte[] payload) {
        bytes = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        recordCount = bytes.getInt(0);
        sections = bytes.getInt(4);
        end = RawBatchLayout.HEAD_BYTES;
        valueOffsets = section(0, 4 * (recordCount + 1));
        valueNulls = section(RawBatchLayout.VALUE_NULLS, recordCount);
        keyOffsets = section(RawBatchLayout.KEYS, 4 * (recordCount + 1));
        keyNulls = section(RawBatchLayout.KEYS, recordCount);
        timestamps = section(RawBatchLayout.TIMESTAMPS, 8 * recordCount);
        offsets = section(RawBatchLayout.OFFSETS, 8 * recordCount);
        timestampTypes = section(RawBatchLayout.TIMESTAMP_TYPES, recordCount);
        leaderEpochs = section(RawBatchLayout.LEADER_EPOCHS, 4 * recordCount);
        headers = has(RawBatchLayout.HEADERS) ? section(RawBatchLayout.HEADERS, 4 + bytes.getInt(end)) : 0;
        values = section(0, bytes.getInt(8));
        keys = section(RawBatchLayout.KEYS, bytes.getInt(12));
    }

    public int recordCount() {
        return recordCount;
    }

    public @Nullable byte[] value(int index) {
        return valueNulls != 0 && bytes.get(valueNulls + index) == 1 ? null : slice(valueOffsets, values, index);
    }

    /** Null as well when the batch carries no keys. */
    public @Nullable byte[] key(int index) {
        return keyOffsets == 0 || bytes.get(keyNulls + index) == 1 ? null : slice(keyOffsets, keys, index);
    }

    /** The record with what the batch carries of it. */
    public RawBatchBuilder.Record record(int index) {
        return new RawBatchBuilder.Record(
                key(index),
                value(index),
                offsets == 0 ? 0 : bytes.getLong(offsets + 8 * index),
                timestamps == 0 ? 0 : bytes.getLong(timestamps + 8 * index),
                timestampTypes == 0 ? 0 : bytes.get(timestampTypes + index),
                leaderEpochs == 0 ? -1 : bytes.getInt(leaderEpochs + 4 * index),
                headers == 0 ? List.of() : headersOf(index));
    }

    private List<RawBatchBuilder.Header> headersOf(int index) {
        ByteBuffer reader = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(headers + 4);
        for (int skipped = 0; skipped < index; skipped++) {
            readHeaders(reader);
        }
        return readHeaders(reader);
    }

    private static List<RawBatchBuilder.Header> readHeaders(ByteBuffer reader) {
        List<RawBatchBuilder.Header> result = new ArrayList<>();
        for (int remaining = reader.getInt(); remaining > 0; remaining--) {
            byte[] name = new byte[reader.getInt()];
            reader.get(name);
            int valueBytes = reader.getInt();
            byte[] value = valueBytes < 0 ? null : new byte[valueBytes];
            if (value != null) {
                reader.get(value);
            }
            result.add(new RawBatchBuilder.Header(name, value));
        }
        return result;
    }

    private byte[] slice(int offsetsStart, int bytesStart, int index) {
        int start = bytes.getInt(offsetsStart + 4 * index);
        byte[] result = new byte[bytes.getInt(offsetsStart + 4 * index + 4) - start];
        bytes.get(bytesStart + start, result);
        return result;
    }

    private boolean has(int bit) {
        return (sections & bit) != 0;
    }

    /** Start of the section of this bit (0: always there), or 0 when it is absent. */
    private int section(int bit, int byteCount) {
        if (bit != 0 && !has(bit)) {
            return 0;
        }
        int start = end;
        end = align(start + byteCount);
        return start;
    }
}
