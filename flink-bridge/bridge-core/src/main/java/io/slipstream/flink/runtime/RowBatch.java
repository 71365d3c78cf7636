package io.slipstream.flink.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Points {@link BinaryRowData}s at the rows of a rows batch; mirror of {@link RowBatchBuilder}. */
final class RowBatch {

    private static final int HEADER_BYTES = 8;

    private RowBatch() {}

    /**
     * The rows' bytes are copied once, together: who keeps a row keeps them alive.
     *
     * @param payload little-endian, from 0 to its limit
     * @param reuse the row object to point at each row in turn; null: a new one for each, for consumers that may keep it
     */
    static void forEach(ByteBuffer payload, int expectedRowCount, int arity, BinaryRowData reuse, Consumer<RowData> target)
            throws IOException {
        Batches.check(payload.limit() >= HEADER_BYTES, "a rows batch of %d bytes", payload.limit());
        int n = payload.getInt(0);
        Batches.check(n == expectedRowCount, "%d rows in a batch of %d", n, expectedRowCount);
        int rowsStart = (HEADER_BYTES + 4 * (n + 1) + 7) & -8;
        Batches.check(n >= 0 && rowsStart <= payload.limit(), "a rows batch cut off at %d", payload.limit());
        byte[] rows = new byte[payload.limit() - rowsStart];
        payload.get(rowsStart, rows);
        MemorySegment segment = MemorySegmentFactory.wrap(rows);
        int start = payload.getInt(HEADER_BYTES);
        for (int i = 0; i < n; i++) {
            int end = payload.getInt(HEADER_BYTES + 4 * (i + 1));
            Batches.check(start >= 0 && start < end && end <= rows.length, "offsets %d to %d of %d", start, end, rows.length);
            BinaryRowData row = reuse == null ? new BinaryRowData(arity) : reuse;
            row.pointTo(segment, start, end - start);
            target.accept(row);
            start = end;
        }
    }
}
