package io.slipstream.flink.connector;

import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;

/**
 * A table sink that can take records which the sidecar has encoded already. Implemented by a {@code DynamicTableSink}; the
 * format is the table's {@code format} or {@code value.format} option. With {@code key.format}, the options of Kafka tables divide the
 * columns between key and value, and {@code 'upsert' = 'true'} makes it as {@code upsert-kafka}.
 */
public interface RawCapableSink {

    /** Why the sink has to encode its rows itself; empty if it takes encoded records. */
    Optional<String> rawRefusal();

    /**
     * The sink to run in place of the one of {@code getSinkRuntimeProvider}, with the same guarantees and committer; its elements
     * are {@code io.slipstream.flink.runtime.EncodedRecord}.
     */
    Sink<?> encodedSink();
}
