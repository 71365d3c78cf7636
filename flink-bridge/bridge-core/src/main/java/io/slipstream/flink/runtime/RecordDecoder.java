package io.slipstream.flink.runtime;

import java.io.Serializable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.MetricGroup;

/** Decodes one record again with Flink's own schema, so that the user sees Flink's own exception. */
public interface RecordDecoder extends Serializable {

    /** Before the first {@link #decode}; as the source's reader opens the schema. */
    void open(RuntimeContext context, MetricGroup metrics) throws Exception;

    /**
     * Throws what stock Flink throws for this record, wrapped as its source wraps it; returns how many rows it made of the
     * record when it accepts it.
     */
    int decode(PackedRecords records, int index) throws Exception;
}
