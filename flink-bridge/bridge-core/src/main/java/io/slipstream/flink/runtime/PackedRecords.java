package io.slipstream.flink.runtime;

import java.util.Objects;

/**
 * One element of a packed source: undecoded records of one split, word of a split that came or went, or a watermark mark. In
 * band, so that the operator behind the source sees them in the order in which they happened. Immutable: nobody writes the
 * payload after it was made.
 */
public final class PackedRecords {

    /** What an element is. */
    public enum Kind {
        RECORDS,
        SPLIT_ADDED,
        SPLIT_FINISHED,
        /** The split's watermark is to be emitted now, see {@link #watermarkMs()}; only from sources that emit on marks. */
        WATERMARK_MARK
    }

    private final Kind kind;
    private final String splitId;
    private final String topic;
    private final int partition;
    private final int recordCount;
    private final byte[] payload;
    private final long watermarkMs;

    private PackedRecords(Kind kind, String splitId, String topic, int partition, int recordCount, byte[] payload, long watermarkMs) {
        this.kind = kind;
        this.splitId = Objects.requireNonNull(splitId);
        this.topic = Objects.requireNonNull(topic);
        this.partition = partition;
        this.recordCount = recordCount;
        this.payload = Objects.requireNonNull(payload);
        this.watermarkMs = watermarkMs;
    }

    /** @param payload a raw batch, see docs/internals/batch-layout.md */
    public static PackedRecords records(String splitId, String topic, int partition, int recordCount, byte[] payload) {
        return new PackedRecords(Kind.RECORDS, splitId, topic, partition, recordCount, payload, Long.MIN_VALUE);
    }

    public static PackedRecords splitAdded(String splitId) {
        return control(Kind.SPLIT_ADDED, splitId, Long.MIN_VALUE);
    }

    public static PackedRecords splitFinished(String splitId) {
        return control(Kind.SPLIT_FINISHED, splitId, Long.MIN_VALUE);
    }

    /** @param watermarkMs the watermark to emit; {@code Long.MIN_VALUE}: the greatest candidate of the split's rows so far */
    public static PackedRecords watermarkMark(String splitId, long watermarkMs) {
        return control(Kind.WATERMARK_MARK, splitId, watermarkMs);
    }

    private static PackedRecords control(Kind kind, String splitId, long watermarkMs) {
        return new PackedRecords(kind, splitId, "", 0, 0, new byte[0], watermarkMs);
    }

    static PackedRecords of(
            Kind kind, String splitId, String topic, int partition, int recordCount, byte[] payload, long watermarkMs) {
        return new PackedRecords(kind, splitId, topic, partition, recordCount, payload, watermarkMs);
    }

    public Kind kind() {
        return kind;
    }

    public String splitId() {
        return splitId;
    }

    public String topic() {
        return topic;
    }

    public int partition() {
        return partition;
    }

    public int recordCount() {
        return recordCount;
    }

    /** Not to be written to. */
    public byte[] payload() {
        return payload;
    }

    /** Of a watermark mark, ms since the epoch; {@code Long.MIN_VALUE}: the greatest candidate of the split's rows so far. */
    public long watermarkMs() {
        return watermarkMs;
    }

    @Override
    public String toString() {
        return kind + " " + splitId + " (" + recordCount + " records, " + payload.length + " bytes)";
    }
}
