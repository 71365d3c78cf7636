package io.slipstream.flink.connector;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.RecordDecoder;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.Source;

/**
 * A table source that can hand over its records as they came, undecoded, so that the sidecar decodes them.
 *
 * <p>Implemented by a {@code DynamicTableSource}; the gate asks it after the planner has applied its abilities (metadata,
 * watermark push-down, projection), which the sidecar finds in the scan's JSON. The format is the table's {@code format} or
 * {@code value.format} option, {@code key.format} and {@code 'upsert' = 'true'} are as in {@link RawCapableSink}, metadata keys are Kafka's ({@code topic}, {@code partition}, {@code offset}, {@code timestamp} …).
 */
public interface RawCapableSource {

    /** Why the records of this table cannot be handed over undecoded; empty if they can. */
    Optional<String> rawRefusal();

    /**
     * The source to run in place of the one of {@code getScanRuntimeProvider}: the same splits, boundedness and checkpoints, but
     * its elements are {@code io.slipstream.flink.runtime.PackedRecords}, each a raw batch of one split.
     *
     * @param sections what each batch has to carry beside the values
     */
    Source<?, ?, ?> packedSource(RawSections sections);

    /**
     * Whether watermarks are emitted only where an element says so ({@code PackedRecords} of the kind watermark mark: emit the
     * greatest candidate so far, or the given time) instead of periodically. Makes test input deterministic.
     */
    default boolean emitsWatermarksOnMarks() {
        return false;
    }

    /** Decodes a record that the sidecar refuses once more, for Flink's own exception; null: the sidecar's message has to do. */
    default @Nullable RecordDecoder recordDecoder() {
        return null;
    }
}
