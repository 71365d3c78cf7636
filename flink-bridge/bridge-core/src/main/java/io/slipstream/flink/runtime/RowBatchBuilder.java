package io.slipstream.flink.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
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

    private final RowDataSerializer serializer;
    private byte[] rows = new byte[BYTES_INITIAL];
    private int[] offsets = new int[ROWS_INITIAL + 1];
    private int rowCount;
    private int rowBytes;

    RowBatchBuilder(RowDataSerializer serializer) {
        this.serializer = serializer;
    }

    /** Copies the row; the caller may reuse it. */
    void add(RowData row) {
        BinaryRowData binary = serializer.toBinaryRow(row);
        int size = binary.getSizeInBytes();
        int padded = (size + 7) & -8;
        ensureRoom(padded);
        BinarySegmentUtils.copyToBytes(binary.getSegments(), binary.getOffset(), rows, rowBytes, size);
        Arrays.fill(rows, rowBytes + size, rowBytes + padded, (byte) 0);
        rowBytes += padded;
        offsets[++rowCount] = rowBytes;
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

    private void ensureRoom(int byteCount) {
        if (rowBytes + byteCount > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(rows.length * 2, Math.addExact(rowBytes, byteCount)));
        }
        if (rowCount + 1 >= offsets.length) {
            offsets = Arrays.copyOf(offsets, offsets.length * 2);
        }
    }
}
