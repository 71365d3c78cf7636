package io.slipstream.flink.testing.parity;

import java.io.Serializable;
import org.apache.flink.types.RowKind;

/**
 * One line under a table: a record, or a mark in the stream of records.
 *
 * @param key bytes of a record's key; null for none and for marks
 * @param value bytes of a record; null for a tombstone and for marks
 * @param rowKind kind of the decoded rows; other than INSERT only for tables with the option {@code changelog}
 * @param watermarkMs for a watermark mark: the time to emit; null for the greatest candidate of the rows so far
 */
record CaseMessage(Kind kind, byte[] key, byte[] value, RowKind rowKind, Long watermarkMs) implements Serializable {

    enum Kind {
        RECORD,
        /** Emit a watermark here. */
        WATERMARK,
        /** Wait here until a checkpoint is complete. */
        BARRIER
    }
}
