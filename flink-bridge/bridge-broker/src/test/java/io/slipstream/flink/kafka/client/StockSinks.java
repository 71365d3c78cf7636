package io.slipstream.flink.kafka.client;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.table.data.RowData;

/** Sinks as a Kafka table makes them. */
final class StockSinks {

    private static final int METADATA_KINDS = 3;

    private StockSinks() {}

    static KafkaSink<RowData> sink(
            String bootstrapServers,
            String topic,
            DeliveryGuarantee guarantee,
            TransactionNamingStrategy naming,
            @Nullable KafkaPartitioner<RowData> partitioner,
            Map<String, String> properties) {
        KafkaSinkBuilder<RowData> builder = KafkaSink.<RowData>builder()
                .setBootstrapServers(bootstrapServers)
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix(topic)
                .setTransactionNamingStrategy(naming)
                .setProperty("transaction.timeout.ms", "60000")
                .setRecordSerializer(schema(topic, partitioner));
        properties.forEach(builder::setProperty);
        return builder.build();
    }

    /** The class is the connector's own. */
    @SuppressWarnings("unchecked")
    private static KafkaRecordSerializationSchema<RowData> schema(String topic, @Nullable KafkaPartitioner<RowData> partitioner) {
        SerializationSchema<RowData> parts = row -> new byte[0];
        RowData.FieldGetter[] getters = {row -> null};
        try {
            Class<?> type = Class.forName("org.apache.flink.streaming.connectors.kafka.table.DynamicKafkaRecordSerializationSchema");
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return (KafkaRecordSerializationSchema<RowData>) constructor.newInstance(
                    List.of(topic), null, partitioner, parts, parts, getters, getters, false, new int[METADATA_KINDS], false);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
