package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.KafkaBinding;
import io.slipstream.flink.kafka.Reflection;
import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.RecordDecoder;
import java.lang.reflect.Constructor;
import java.util.Properties;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.connectors.kafka.partitioner.FlinkFixedPartitioner;
import org.apache.flink.table.data.RowData;

/** Takes sources and sinks of Flink's Kafka connector apart, and puts them together around undecoded and encoded records. */
public final class KafkaClientBinding implements KafkaBinding {

    private static final String TABLE_DECODER = "DynamicKafkaDeserializationSchema";
    private static final String TABLE_ENCODER = "DynamicKafkaRecordSerializationSchema";

    @Override
    public @Nullable String rawSourceRefusal(Source<?, ?, ?> source) {
        Object schema = Reflection.field(source, "deserializationSchema");
        if (!schema.getClass().getSimpleName().equals(TABLE_DECODER)) {
            return "its records are decoded by " + schema.getClass().getName() + ", not by a table's format";
        }
        return (boolean) Reflection.field(schema, "needsKafkaClusterId") ? "it reads from several Kafka clusters" : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Source<PackedRecords, ?, ?> packedSource(Source<RowData, ?, ?> stock, RawSections sections, BatchLimits limits) {
        return new PackedKafkaSource((KafkaSource<RowData>) stock, sections, limits);
    }

    @Override
    @SuppressWarnings("unchecked")
    public RecordDecoder decoder(Source<RowData, ?, ?> stock) {
        return new KafkaRecordDecoder(
                (KafkaRecordDeserializationSchema<RowData>) Reflection.field(stock, "deserializationSchema"));
    }

    @Override
    public @Nullable String rawSinkRefusal(Sink<?> sink) {
        Object schema = Reflection.field(sink, "recordSerializer");
        if (!schema.getClass().getSimpleName().equals(TABLE_ENCODER)) {
            return "its records are encoded by " + schema.getClass().getName() + ", not by a table's format";
        }
        if ((boolean) Reflection.field(schema, "hasMetadata")) {
            return "it writes metadata columns";
        }
        Set<?> topics = (Set<?>) Reflection.field(schema, "topics");
        if (topics == null || topics.size() != 1) {
            return "its topic depends on the row";
        }
        Object partitioner = Reflection.field(schema, "partitioner");
        return partitioner == null || partitioner.getClass() == FlinkFixedPartitioner.class
                ? null
                : "its partitioner " + partitioner.getClass().getName() + " may look at the row";
    }

    @Override
    public boolean sinkHasKey(Sink<?> sink) {
        return Reflection.field(Reflection.field(sink, "recordSerializer"), "keySerialization") != null;
    }

    /** Guarantee, properties, transactions and committer are the stock sink's; the schema is ours, and the way into the producer. */
    @Override
    public Sink<RowData> rawSink(Sink<RowData> stock, boolean intoOpenBatches) {
        KafkaSink<RowData> onEncoded = withEncodedRecords(stock);
        return intoOpenBatches ? new OpenBatchSink(onEncoded) : onEncoded;
    }

    @SuppressWarnings("unchecked")
    private static KafkaSink<RowData> withEncodedRecords(Sink<RowData> stock) {
        KafkaRecordSerializationSchema<RowData> schema =
                (KafkaRecordSerializationSchema<RowData>) Reflection.field(stock, "recordSerializer");
        String topic = (String) ((Set<?>) Reflection.field(schema, "topics")).iterator().next();
        KafkaPartitioner<RowData> partitioner = (KafkaPartitioner<RowData>) Reflection.field(schema, "partitioner");
        try {
            Constructor<?> constructor = KafkaSink.class.getDeclaredConstructor(
                    DeliveryGuarantee.class,
                    Properties.class,
                    String.class,
                    KafkaRecordSerializationSchema.class,
                    TransactionNamingStrategy.class);
            constructor.setAccessible(true);
            return (KafkaSink<RowData>) constructor.newInstance(
                    Reflection.field(stock, "deliveryGuarantee"),
                    Reflection.field(stock, "kafkaProducerConfig"),
                    Reflection.field(stock, "transactionalIdPrefix"),
                    new EncodedRecordSchema(schema, topic, partitioner),
                    Reflection.field(stock, "transactionNamingStrategy"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("KafkaSink is not of the version this was built for", e);
        }
    }
}
