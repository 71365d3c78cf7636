package io.slipstream.flink.testing.parity;

import java.io.Serializable;
import java.util.Optional;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Stock Flink's way from a record to rows. */
interface CaseDecoder extends Serializable {

    void open(DeserializationSchema.InitializationContext context) throws Exception;

    void decode(CaseMessage record, String table, int partition, long offset, Collector<RowData> target) throws Exception;

    /** The value alone, as a Kafka table without keys and metadata. */
    record OfValue(DeserializationSchema<RowData> schema) implements CaseDecoder {
        @Override
        public void open(DeserializationSchema.InitializationContext context) throws Exception {
            schema.open(context);
        }

        @Override
        public void decode(CaseMessage record, String table, int partition, long offset, Collector<RowData> target) throws Exception {
            schema.deserialize(record.value(), target);
        }
    }

    /** Key and value, by the schema of a Kafka table. */
    record OfRecord(KafkaRecordDeserializationSchema<RowData> schema) implements CaseDecoder {
        @Override
        public void open(DeserializationSchema.InitializationContext context) throws Exception {
            schema.open(context);
        }

        @Override
        public void decode(CaseMessage record, String table, int partition, long offset, Collector<RowData> target) throws Exception {
            schema.deserialize(consumerRecord(table, partition, offset, record.key(), record.value()), target);
        }
    }

    static ConsumerRecord<byte[], byte[]> consumerRecord(String table, int partition, long offset, byte[] key, byte[] value) {
        return new ConsumerRecord<>(
                table,
                partition,
                offset,
                CaseMetadata.timestampMs(offset),
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                new RecordHeaders(),
                Optional.empty());
    }
}
