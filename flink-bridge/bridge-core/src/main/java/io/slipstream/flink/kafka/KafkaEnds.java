package io.slipstream.flink.kafka;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.FragmentSpec;
import io.slipstream.flink.runtime.PackedRecords;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where undecoded records leave, and encoded ones enter, Flink's Kafka connector. Names none of the connector's types, so that
 * it loads without it.
 */
public final class KafkaEnds {

    private KafkaEnds() {}

    /** Null when this source's records can leave it undecoded; otherwise why not. */
    public static @Nullable String rawSourceRefusal(Source<?, ?, ?> source) {
        return "not there yet";
    }

    /** Null when the fragment's operator makes the watermarks that this pushed-down strategy makes in the source; otherwise why not. */
    public static @Nullable String watermarkRefusal(WatermarkStrategy<?> strategy) {
        return "not there yet";
    }

    /**
     * The same source, emitting undecoded records; name, uid, parallelism, resources as the stock transformation's. Its
     * watermarks are left to the fragment's operator.
     */
    public static SourceTransformation<PackedRecords, ?, ?> packedSource(
            SourceTransformation<RowData, ?, ?> stock, RawSections sections, BatchLimits limits) {
        throw new UnsupportedOperationException("not there yet");
    }

    /** What the operator behind {@link #packedSource} has to know of the stock source. */
    public static FragmentSpec.Input rawInput(int index, SourceTransformation<RowData, ?, ?> stock, RowType producedType) {
        throw new UnsupportedOperationException("not there yet");
    }

    /** Null when this sink can take encoded records; otherwise why not. */
    public static @Nullable String rawSinkRefusal(Sink<?> sink) {
        return "not there yet";
    }

    /** Whether the records for this sink carry a key. */
    public static boolean sinkHasKey(Sink<?> sink) {
        return false;
    }

    /** The same sink, taking {@link io.slipstream.flink.runtime.EncodedRecord}s. */
    public static Sink<RowData> rawSink(Sink<RowData> stock) {
        throw new UnsupportedOperationException("not there yet");
    }
}
