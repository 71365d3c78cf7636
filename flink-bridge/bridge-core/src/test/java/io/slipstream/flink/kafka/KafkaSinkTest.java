package io.slipstream.flink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.runtime.EncodedRecord;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.streaming.connectors.kafka.partitioner.FlinkFixedPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class KafkaSinkTest {

    private static final int METADATA_KINDS = 3;

    @Test
    void onlyTheSchemaIsReplaced() throws Exception {
        KafkaSink<RowData> stock = sink(schema(List.of("t"), null, null, false, false));
        KafkaSink<?> raw = (KafkaSink<?>) KafkaEnds.rawSink(stock, false);
        assertThat(KafkaEnds.sinkHasKey(stock)).isFalse();
        for (String kept : List.of("deliveryGuarantee", "kafkaProducerConfig", "transactionalIdPrefix", "transactionNamingStrategy")) {
            assertThat(Reflection.field(raw, kept)).as(kept).isEqualTo(Reflection.field(stock, kept));
        }
        assertThat(((Properties) Reflection.field(raw, "kafkaProducerConfig")).getProperty("linger.ms")).isEqualTo("7");
    }

    @Test
    void recordsGoWhereStockFlinkSendsThem() throws Exception {
        EncodedRecord record = new EncodedRecord(new byte[] {1}, new byte[] {2, 3});
        ProducerRecord<byte[], byte[]> byProducer = serialize(schema(List.of("t"), null, key(), false, false), record);
        assertThat(byProducer.topic()).isEqualTo("t");
        assertThat(byProducer.partition()).isNull();
        assertThat(byProducer.key()).containsExactly(1);
        assertThat(byProducer.value()).containsExactly(2, 3);
        assertThat(byProducer.timestamp()).isNull();
        assertThat(byProducer.headers()).isEmpty();
        ProducerRecord<byte[], byte[]> fixed = serialize(schema(List.of("t"), new FlinkFixedPartitioner<>(), null, false, false), record);
        assertThat(fixed.partition()).as("subtask 4 of partitions 10, 11, 12").isEqualTo(11);
    }

    @Test
    void aDeletionInUpsertModeHasNoValue() throws Exception {
        ProducerRecord<byte[], byte[]> deletion =
                serialize(schema(List.of("t"), null, key(), false, true), new EncodedRecord(new byte[] {1}, null));
        assertThat(deletion.key()).containsExactly(1);
        assertThat(deletion.value()).isNull();
        assertThat(deletion.partition()).isNull();
    }

    @Test
    void whatDependsOnTheRowIsRefused() throws Exception {
        assertThat(refusal(schema(List.of("t"), null, null, true, false))).isEqualTo("it writes metadata columns");
        assertThat(refusal(schema(List.of("t", "u"), null, null, false, false))).isEqualTo("its topic depends on the row");
        assertThat(refusal(schema(null, null, null, false, false))).isEqualTo("its topic depends on the row");
        assertThat(refusal(schema(List.of("t"), new OwnPartitioner(), null, false, false))).contains("OwnPartitioner may look at the row");
        assertThat(refusal((KafkaRecordSerializationSchema<RowData>) (row, context, timestamp) -> null)).contains("not by a table's format");
    }

    private static @Nullable String refusal(KafkaRecordSerializationSchema<RowData> schema) {
        return KafkaEnds.rawSinkRefusal(sink(schema));
    }

    private static KafkaSink<RowData> sink(KafkaRecordSerializationSchema<RowData> schema) {
        return KafkaSink.<RowData>builder()
                .setBootstrapServers("127.0.0.1:1")
                .setProperty("linger.ms", "7")
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix("prefix")
                .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                .setRecordSerializer(schema)
                .build();
    }

    private static ProducerRecord<byte[], byte[]> serialize(KafkaRecordSerializationSchema<RowData> stock, EncodedRecord record)
            throws Exception {
        @SuppressWarnings("unchecked")
        KafkaRecordSerializationSchema<RowData> schema =
                (KafkaRecordSerializationSchema<RowData>) Reflection.field(KafkaEnds.rawSink(sink(stock), false), "recordSerializer");
        KafkaRecordSerializationSchema.KafkaSinkContext context = new KafkaRecordSerializationSchema.KafkaSinkContext() {
            @Override
            public int getParallelInstanceId() {
                return 4;
            }

            @Override
            public int getNumberOfParallelInstances() {
                return 5;
            }

            @Override
            public int[] getPartitionsForTopic(String topic) {
                return new int[] {10, 11, 12};
            }
        };
        schema.open(null, context);
        return schema.serialize(record, context, 99L);
    }

    /** As KafkaDynamicSink makes it; the class is the connector's own. */
    @SuppressWarnings("unchecked")
    private static KafkaRecordSerializationSchema<RowData> schema(
            @Nullable List<String> topics,
            @Nullable KafkaPartitioner<RowData> partitioner,
            @Nullable SerializationSchema<RowData> key,
            boolean hasMetadata,
            boolean upsert)
            throws Exception {
        Class<?> type = Class.forName("org.apache.flink.streaming.connectors.kafka.table.DynamicKafkaRecordSerializationSchema");
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        SerializationSchema<RowData> value = row -> new byte[0];
        RowData.FieldGetter[] getters = {row -> null};
        return (KafkaRecordSerializationSchema<RowData>) constructor.newInstance(
                topics,
                topics == null ? Pattern.compile(".*") : null,
                partitioner,
                key,
                value,
                getters,
                getters,
                hasMetadata,
                new int[METADATA_KINDS],
                upsert);
    }

    private static SerializationSchema<RowData> key() {
        return row -> new byte[0];
    }

    private static final class OwnPartitioner implements KafkaPartitioner<RowData> {
        private static final long serialVersionUID = 1L;

        @Override
        public int partition(RowData record, byte[] key, byte[] value, String targetTopic, int[] partitions) {
            return partitions[0];
        }
    }
}
