package io.slipstream.flink.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Collects rows for a rows batch (docs/internals/batch-layout.md): u32 rowCount, u32 0, u32 rowOffsets[n + 1], the rows from the
 * next multiple of 8 on. A {@link BinaryRowData}'s memory is copied as it is.
 */
final class RowBatchBuilder {

    private static final int HEADER_BYTES = 8;
    private static final int ROWS_INITIAL = 64;
    private static final int BYTES_INITIAL = 16 << 10;

    private final @Nullable RowDataSerializer serializer;
    private byte[] rows = new byte[BYTES_INITIAL];
    private int[] offsets = new int[ROWS_INITIAL + 1];
    private int rowCount;
    private int rowBytes;

    /** @param serializer null when only whole batches are added */
    RowBatchBuilder(@Nullable RowDataSerializer serializer) {
        this.serializer = serializer;
    }

    /** Copies the row; the caller may reuse it. */
    void add(RowData row) {
        BinaryRowData binary = serializer.toBinaryRow(row);
        int size = binary.getSizeInBytes();
        int padded = (size + 7) & -8;
        ensureRoom(padded, 1);
        BinarySegmentUtils.copyToBytes(binary.getSegments(), binary.getOffset(), rows, rowBytes, size);
        Arrays.fill(rows, rowBytes + size, rowBytes + padded, (byte) 0);
        rowBytes += padded;
        offsets[++rowCount] = rowBytes;
    }

    /** Appends the rows of another rows batch. */
    void addAll(byte[] payload, int expectedRowCount) throws IOException {
        Batches.check(payload.length >= HEADER_BYTES, "a rows batch of %d bytes", payload.length);
        ByteBuffer head = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        int n = head.getInt(0);
        Batches.check(n == expectedRowCount, "%d rows in a batch of %d", n, expectedRowCount);
        long rowsStart = (HEADER_BYTES + 4L * (n + 1) + 7) & -8;
        Batches.check(n >= 0 && rowsStart <= payload.length, "a rows batch cut off at %d", payload.length);
        int added = head.getInt(HEADER_BYTES + 4 * n);
        Batches.check(added >= 0 && (added & 7) == 0 && added <= payload.length - rowsStart, "%d bytes of rows in a batch of %d", added, payload.length);
        ensureRoom(added, n);
        System.arraycopy(payload, (int) rowsStart, rows, rowBytes, added);
        int start = 0;
        for (int i = 1; i <= n; i++) {
            int end = head.getInt(HEADER_BYTES + 4 * i);
            Batches.check(start < end && end <= added, "offsets %d to %d of %d", start, end, added);
            offsets[rowCount + i] = rowBytes + end;
            start = end;
        }
        rowCount += n;
        rowBytes += added;
    }

    int rowCount() {
        return rowCount;
    }

    int rowBytes() {
        return rowBytes;
    }

    /** The finished payload; the builder is empty afterwards. */
    byte[] take() {
        int rowsStart = (HEADER_BYTES + 4 * (rowCount + 1) + 7) & -8;
        byte[] payload = new byte[rowsStart + rowBytes];
        ByteBuffer head = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(rowCount).putInt(0);
        head.asIntBuffer().put(offsets, 0, rowCount + 1);
        System.arraycopy(rows, 0, payload, rowsStart, rowBytes);
        rowCount = 0;
        rowBytes = 0;
        return payload;
    }

    private void ensureRoom(int byteCount, int rowsAdded) {
        if (Math.addExact(rowBytes, byteCount) > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(rows.length * 2, Math.addExact(rowBytes, byteCount)));
        }
        if (rowCount + rowsAdded >= offsets.length) {
            offsets = Arrays.copyOf(offsets, Math.max(offsets.length * 2, rowCount + rowsAdded + 1));
        }
    }
}
