package io.slipstream.flink.kafka.client;

import org.apache.kafka.common.record.TimestampType;

/** Kafka's timestamp types as the raw batch writes them: 0 NoTimestampType, 1 CreateTime, 2 LogAppendTime. */
final class TimestampTypes {

    private TimestampTypes() {}

    static int codeOf(TimestampType type) {
        return type.id + 1;
    }

    static TimestampType ofCode(int code) {
        for (TimestampType type : TimestampType.values()) {
            if (codeOf(type) == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("expected a timestamp type from 0 to 2, found " + code);
    }
}
