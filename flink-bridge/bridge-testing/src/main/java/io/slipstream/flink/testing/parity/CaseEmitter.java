package io.slipstream.flink.testing.parity;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** What a reader does with records and watermark marks: decode them (rows), or pack them (raw batches). */
interface CaseEmitter<T> {

    /** Made on the job's client, opened in the task. */
    interface Factory<T> extends Serializable {
        CaseEmitter<T> create(SourceReaderContext context) throws Exception;
    }

    /**
     * Emits records of a split.
     *
     * @param records the split's records up to the next mark; at least one
     * @param firstOffset offset of the first
     * @return how many were emitted; at least one
     */
    int records(String table, int partition, long firstOffset, List<CaseMessage> records, SourceOutput<T> output) throws Exception;

    /** Emits a watermark of a split: at the given time, or at the greatest candidate so far when it is null. */
    void watermark(String table, int partition, Long timestampMs, SourceOutput<T> output);
}
