package io.slipstream.flink.runtime;

import static io.slipstream.flink.runtime.RawBatchLayout.align;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;

/** Takes the records out of a raw batch that the sidecar has encoded: values, keys when there are any, nulls. */
final class EncodedBatch {

    private static final int SECTIONS_KNOWN = RawBatchLayout.KEYS | RawBatchLayout.VALUE_NULLS;

    private EncodedBatch() {}

    /** @param payload little-endian, from 0 to its limit; each record's bytes are copied out of it */
    static void forEach(ByteBuffer payload, int expectedRecordCount, Consumer<RowData> target) throws IOException {
        Batches.check(payload.limit() >= RawBatchLayout.HEAD_BYTES, "a raw batch of %d bytes", payload.limit());
        int n = payload.getInt(0);
        int sections = payload.getInt(4);
        int valueBytes = payload.getInt(8);
        int keyBytes = payload.getInt(12);
        Batches.check(n == expectedRecordCount, "%d records in a raw batch of %d", n, expectedRecordCount);
        Batches.check((sections & ~SECTIONS_KNOWN) == 0, "sections %d in an encoded batch", sections);
        boolean hasKeys = (sections & RawBatchLayout.KEYS) != 0;
        int valueNulls = align(RawBatchLayout.HEAD_BYTES + 4 * (n + 1));
        boolean hasNulls = (sections & RawBatchLayout.VALUE_NULLS) != 0;
        int keyOffsets = hasNulls ? align(valueNulls + n) : valueNulls;
        int keyNulls = align(keyOffsets + 4 * (n + 1));
        int values = hasKeys ? align(keyNulls + n) : keyOffsets;
        int keys = align(values + valueBytes);
        Batches.check((hasKeys ? keys + keyBytes : values + valueBytes) <= payload.limit(), "a raw batch cut off at %d", payload.limit());
        for (int i = 0; i < n; i++) {
            boolean isNull = hasNulls && payload.get(valueNulls + i) != 0;
            byte[] value = isNull ? null : slice(payload, RawBatchLayout.HEAD_BYTES, values, valueBytes, i);
            byte[] key = hasKeys && payload.get(keyNulls + i) == 0 ? slice(payload, keyOffsets, keys, keyBytes, i) : null;
            target.accept(new EncodedRecord(key, value));
        }
    }

    private static byte[] slice(ByteBuffer payload, int offsets, int bytes, int byteCount, int index) throws IOException {
        int start = payload.getInt(offsets + 4 * index);
        int end = payload.getInt(offsets + 4 * index + 4);
        Batches.check(start >= 0 && start <= end && end <= byteCount, "offsets %d to %d of %d", start, end, byteCount);
        byte[] result = new byte[end - start];
        payload.get(bytes + start, result);
        return result;
    }
}
