package io.slipstream.flink.kafka.client;

import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.RawBatchBuilder;
import io.slipstream.flink.runtime.RawBatchView;
import io.slipstream.flink.runtime.RecordDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Flink's own schema, called as KafkaRecordEmitter calls it.
 *
 * @param schema of the stock source
 */
record KafkaRecordDecoder(KafkaRecordDeserializationSchema<RowData> schema) implements RecordDecoder {

    /** KafkaRecordEmitter wraps whatever comes out of the chain, also what has nothing to do with the record. */
    private static final String MESSAGE = "Failed to deserialize consumer record due to";

    @Override
    public void open(DeserializationSchema.InitializationContext context) throws Exception {
        schema.open(context);
    }

    @Override
    public int decode(PackedRecords records, int index) throws Exception {
        List<RowData> rows = new ArrayList<>();
        try {
            schema.deserialize(consumerRecordOf(records, index), new ListCollector<>(rows));
        } catch (Exception e) {
            throw new IOException(MESSAGE, e);
        }
        return rows.size();
    }

    /** Whether this is an exception as {@link #decode} and {@link #fromChain} make them. */
    static boolean isOfReader(Throwable exception) {
        return exception instanceof IOException && MESSAGE.equals(exception.getMessage());
    }

    @Override
    public Exception fromChain(Exception exception) {
        return new IOException(MESSAGE, new ExceptionInChainedOperatorException(exception));
    }

    private static ConsumerRecord<byte[], byte[]> consumerRecordOf(PackedRecords records, int index) {
        RawBatchBuilder.Record record = new RawBatchView(records.payload()).record(index);
        Headers headers = new RecordHeaders();
        record.headers().forEach(header -> headers.add(new String(header.name(), StandardCharsets.UTF_8), header.value()));
        return new ConsumerRecord<>(
                records.topic(),
                records.partition(),
                record.offset(),
                record.timestampMs(),
                TimestampTypes.ofCode(record.timestampType()),
                record.key() == null ? ConsumerRecord.NULL_SIZE : record.key().length,
                record.value() == null ? ConsumerRecord.NULL_SIZE : record.value().length,
                record.key(),
                record.value(),
                headers,
                record.leaderEpoch() < 0 ? Optional.empty() : Optional.of(record.leaderEpoch()));
    }
}
