package io.slipstream.flink.testing.parity;

import java.util.Arrays;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;

/** Metadata columns of {@code case} tables: the keys and types of Kafka tables, with values that follow from the position. */
enum CaseMetadata {
    TOPIC("topic", DataTypes.STRING().notNull()),
    PARTITION("partition", DataTypes.INT().notNull()),
    OFFSET("offset", DataTypes.BIGINT().notNull()),
    TIMESTAMP("timestamp", DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(3).notNull());

    /** Time of a split's first record: 2026-01-01T00:00:00Z; each further one is a second later. */
    static final long FIRST_TIMESTAMP_MS = 1_767_225_600_000L;

    final String key;
    final DataType type;

    CaseMetadata(String key, DataType type) {
        this.key = key;
        this.type = type;
    }

    static CaseMetadata byKey(String key) {
        return Arrays.stream(values()).filter(metadata -> metadata.key.equals(key)).findFirst().orElseThrow();
    }

    static long timestampMs(long offset) {
        return FIRST_TIMESTAMP_MS + 1000 * offset;
    }

    /** Value for the record at an offset of a split, in Flink's internal form. */
    Object read(String table, int partition, long offset) {
        return switch (this) {
            case TOPIC -> StringData.fromString(table);
            case PARTITION -> partition;
            case OFFSET -> offset;
            case TIMESTAMP -> TimestampData.fromEpochMillis(timestampMs(offset));
        };
    }
}
