package io.slipstream.flink.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.RawBatchView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.utils.BufferSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UncopiedRecordsTest {

    private static final String ARRAYS = ByteArrayDeserializer.class.getName();
    private static final String BUFFERS = ByteBufferDeserializer.class.getName();
    private static final BatchLimits LIMITS = new BatchLimits(1000, 1_000_000, 10);

    @Test
    void onlyKafkasOwnDeserializerOfArraysIsReplaced() {
        Properties stock = properties(ARRAYS, "com.example.Decrypting");
        Properties uncopied = UncopiedRecords.of(stock);
        assertThat(uncopied).containsEntry("key.deserializer", BUFFERS).containsEntry("value.deserializer", "com.example.Decrypting");
        assertThat(uncopied).containsEntry("group.id", "g");
        assertThat(stock).containsEntry("key.deserializer", ARRAYS);
    }

    @Test
    void anInterceptorSeesArrays() {
        Properties stock = properties(ARRAYS, ARRAYS);
        stock.setProperty("interceptor.classes", "");
        assertThat(UncopiedRecords.of(stock)).containsEntry("value.deserializer", BUFFERS);
        stock.setProperty("interceptor.classes", "com.example.Counting");
        assertThat(UncopiedRecords.of(stock)).isEqualTo(stock);
    }

    /** What a consumer parses a fetch with: each value must stay as it was until all of the poll is packed. */
    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void partsOfAFetchArePackedAsTheyWereWritten(CompressionType type) {
        List<String> values = new ArrayList<>();
        SimpleRecord[] written = new SimpleRecord[300];
        for (int i = 0; i < written.length; i++) {
            values.add("value " + i + "-".repeat(i % 50));
            byte[] key = i % 3 == 0 ? null : ("key " + i).getBytes();
            written[i] = new SimpleRecord(1000 + i, key, i % 7 == 0 ? null : values.get(i).getBytes());
        }
        MemoryRecords fetched = MemoryRecords.withRecords(Compression.of(type).build(), written);

        RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> poll = new RecordsBySplits.Builder<>();
        for (RecordBatch batch : fetched.batches()) {
            try (var records = batch.streamingIterator(BufferSupplier.create())) {
                addAll(poll, records);
            }
        }
        var packed = new RecordPacker(RawSections.newBuilder().setKey(true).build(), LIMITS).pack(poll.build());
        packed.nextSplit();
        RawBatchView view = new RawBatchView(packed.nextRecordFromSplit().value());
        assertThat(view.recordCount()).isEqualTo(written.length);
        for (int i = 0; i < written.length; i++) {
            assertThat(view.key(i)).isEqualTo(i % 3 == 0 ? null : ("key " + i).getBytes());
            assertThat(view.value(i)).isEqualTo(i % 7 == 0 ? null : values.get(i).getBytes());
        }
    }

    private static void addAll(RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> poll, Iterator<Record> records) {
        ByteBufferDeserializer deserializer = new ByteBufferDeserializer();
        RecordHeaders headers = new RecordHeaders();
        while (records.hasNext()) {
            Record record = records.next();
            poll.add("t-0", asTyped(new ConsumerRecord<>(
                    "t", 0, record.offset(), record.timestamp(), TimestampType.CREATE_TIME, record.keySize(), record.valueSize(),
                    record.key() == null ? null : deserializer.deserialize("t", headers, record.key()),
                    record.value() == null ? null : deserializer.deserialize("t", headers, record.value()),
                    headers, Optional.empty())));
        }
    }

    /** As the reader gets them, which believes that they are arrays. */
    @SuppressWarnings("unchecked")
    private static ConsumerRecord<byte[], byte[]> asTyped(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
        return (ConsumerRecord<byte[], byte[]>) (ConsumerRecord<?, ?>) record;
    }

    private static Properties properties(String keyDeserializer, String valueDeserializer) {
        Properties properties = new Properties();
        properties.setProperty("group.id", "g");
        properties.setProperty("key.deserializer", keyDeserializer);
        properties.setProperty("value.deserializer", valueDeserializer);
        return properties;
    }
}
