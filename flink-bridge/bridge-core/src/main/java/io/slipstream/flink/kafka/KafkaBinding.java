package io.slipstream.flink.kafka;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.RecordDecoder;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.table.data.RowData;

/**
 * What touches the connector's and the Kafka client's classes. There are two of it in the distribution, compiled against the
 * client's own package and against the one that the SQL connector's jar carries.
 */
public interface KafkaBinding {

    @Nullable String rawSourceRefusal(Source<?, ?, ?> source);

    Source<PackedRecords, ?, ?> packedSource(Source<RowData, ?, ?> stock, RawSections sections, BatchLimits limits);

    RecordDecoder decoder(Source<RowData, ?, ?> stock);

    @Nullable String rawSinkRefusal(Sink<?> sink);

    boolean sinkHasKey(Sink<?> sink);

    Sink<RowData> rawSink(Sink<RowData> stock, boolean intoOpenBatches);
}
