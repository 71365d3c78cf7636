package io.slipstream.flink.runtime;

import java.io.Serializable;
import org.apache.flink.api.common.serialization.DeserializationSchema;

/** Decodes one record again with Flink's own schema, so that the user sees Flink's own exception. */
public interface RecordDecoder extends Serializable {

    /** Before the first {@link #decode}; as the source's reader opens the schema. */
    void open(DeserializationSchema.InitializationContext context) throws Exception;

    /**
     * Throws what stock Flink throws for this record, wrapped as its source wraps it; returns how many rows it made of the
     * record when it accepts it.
     */
    int decode(PackedRecords records, int index) throws Exception;

    /**
     * An exception of an operator behind the source, as it leaves the source in stock Flink, where both run in one chain.
     */
    default Exception fromChain(Exception exception) {
        return exception;
    }
}
