package io.slipstream.flink.runtime;

import java.util.Objects;

/**
 * Part of a fragment's output on its way through Flink's network to the next fragment: rows whose keys belong to one channel.
 * Immutable: nobody writes the bytes after it was made.
 */
public final class RowsPiece {

    private final int keyGroup;
    private final int rowCount;
    private final byte[] rows;

    /**
     * @param keyGroup one of the channel that the rows belong to; with unaligned checkpoints that of all of them
     * @param rows a rows batch, see docs/internals/batch-layout.md
     */
    public RowsPiece(int keyGroup, int rowCount, byte[] rows) {
        if (keyGroup < 0 || rowCount < 0) {
            throw new IllegalArgumentException("expected a piece of a key group, found " + rowCount + " rows of group " + keyGroup);
        }
        this.keyGroup = keyGroup;
        this.rowCount = rowCount;
        this.rows = Objects.requireNonNull(rows);
    }

    public int keyGroup() {
        return keyGroup;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Not to be written to. */
    public byte[] rows() {
        return rows;
    }

    @Override
    public String toString() {
        return rowCount + " rows of key group " + keyGroup + " (" + rows.length + " bytes)";
    }
}
