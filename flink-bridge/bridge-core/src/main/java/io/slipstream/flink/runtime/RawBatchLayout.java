package io.slipstream.flink.runtime;

/**
 * The layout of raw batches, drawn in docs/internals/batch-layout.md: {@link RawBatchBuilder} writes it, {@link RawBatchView}
 * and {@link EncodedBatch} read it.
 */
final class RawBatchLayout {

    static final int KEYS = 1;
    static final int TIMESTAMPS = 2;
    static final int OFFSETS = 4;
    static final int VALUE_NULLS = 8;
    static final int TIMESTAMP_TYPES = 16;
    static final int LEADER_EPOCHS = 32;
    static final int HEADERS = 64;

    /** recordCount, sections, valueBytes, keyBytes. */
    static final int HEAD_BYTES = 16;

    private RawBatchLayout() {}

    static int align(int position) {
        return (position + 7) & -8;
    }
}
