package io.slipstream.flink.kafka.client;

import io.slipstream.flink.runtime.EncodedRecord;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.lineage.TypeDatasetFacet;
import org.apache.flink.connector.kafka.lineage.TypeDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Hands encoded records on as DynamicKafkaRecordSerializationSchema does with what it has serialised. */
final class EncodedRecordSchema
        implements KafkaRecordSerializationSchema<RowData>, KafkaDatasetFacetProvider, TypeDatasetFacetProvider {

    private static final long serialVersionUID = 1L;

    private final KafkaRecordSerializationSchema<RowData> stock;
    private final String topic;
    private final @Nullable KafkaPartitioner<RowData> partitioner;

    private transient int partition;

    /** @param partitioner null: the producer's; otherwise one that does not look at the row */
    EncodedRecordSchema(
            KafkaRecordSerializationSchema<RowData> stock, String topic, @Nullable KafkaPartitioner<RowData> partitioner) {
        this.stock = stock;
        this.topic = topic;
        this.partitioner = partitioner;
    }

    String topic() {
        return topic;
    }

    /** Whether the partition is chosen here, and not by the producer. */
    boolean hasPartitioner() {
        return partitioner != null;
    }

    /** What the partitioner has said of the first record, and says of all. */
    int partition() {
        return partition;
    }

    @Override
    public void open(SerializationSchema.InitializationContext context, KafkaSinkContext sinkContext) {
        if (partitioner != null) {
            partitioner.open(sinkContext.getParallelInstanceId(), sinkContext.getNumberOfParallelInstances());
        }
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(RowData element, KafkaSinkContext context, Long timestamp) {
        EncodedRecord encoded = (EncodedRecord) element;
        // Stock Flink asks for the partitions also without a partitioner: a topic that does not exist fails here.
        int[] partitions = context.getPartitionsForTopic(topic);
        if (partitioner != null) {
            partition = partitioner.partition(element, encoded.key(), encoded.value(), topic, partitions);
        }
        return new ProducerRecord<>(topic, partitioner == null ? null : partition, encoded.key(), encoded.value());
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return ((KafkaDatasetFacetProvider) stock).getKafkaDatasetFacet();
    }

    @Override
    public Optional<TypeDatasetFacet> getTypeDatasetFacet() {
        return ((TypeDatasetFacetProvider) stock).getTypeDatasetFacet();
    }
}
