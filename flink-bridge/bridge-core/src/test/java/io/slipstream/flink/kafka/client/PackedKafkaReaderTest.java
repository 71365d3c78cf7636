package io.slipstream.flink.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipstream.flink.proto.RawSections;
import io.slipstream.flink.runtime.BatchLimits;
import io.slipstream.flink.runtime.PackedRecords;
import io.slipstream.flink.runtime.RawBatchBuilder;
import io.slipstream.flink.runtime.RawBatchView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flink's own reader and fetcher around polls that the test makes up. */
@Timeout(60)
class PackedKafkaReaderTest {

    private static final BatchLimits LIMITS = new BatchLimits(3, 1000, 10);
    private static final TopicPartition PARTITION = new TopicPartition("t", 4);
    private static final String SPLIT = KafkaPartitionSplit.toSplitId(PARTITION);

    private final BlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> polls = new LinkedBlockingQueue<>();
    private final TestReaderContext context = new TestReaderContext();

    @Test
    void aBatchEndsAtItsLimitsAndTakesThePlaceOfItsLastRecord() {
        RecordPacker packer = new RecordPacker(RawSections.getDefaultInstance(), LIMITS);
        var packed = packer.pack(poll(List.of(record(10, "a"), record(11, "b"), record(13, "c"), record(14, null), record(15, "x".repeat(998)),
                record(16, "yy"), record(17, "z".repeat(5000)), record(18, "e"))).build());
        assertThat(packed.nextSplit()).isEqualTo(SPLIT);
        List<String> batches = new ArrayList<>();
        ConsumerRecord<byte[], byte[]> batch;
        while ((batch = packed.nextRecordFromSplit()) != null) {
            RawBatchView view = new RawBatchView(batch.value());
            batches.add(view.recordCount() + " up to " + batch.offset() + " at " + batch.timestamp());
            assertThat(batch.topic()).isEqualTo("t");
            assertThat(batch.partition()).isEqualTo(4);
        }
        assertThat(batches)
                .containsExactly("3 up to 13 at 1013", "3 up to 16 at 1016", "1 up to 17 at 1017", "1 up to 18 at 1018");
        assertThat(packed.nextSplit()).isNull();
    }

    @Test
    void sectionsCarryWhatMetadataColumnsRead() {
        RawSections all = RawSections.newBuilder().setKey(true).setTimestamp(true).setOffset(true).setTimestampType(true)
                .setLeaderEpoch(true).setHeaders(true).build();
        RecordHeaders headers = new RecordHeaders();
        headers.add("h", new byte[] {1}).add("h", null);
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                "t", 4, 99, 7, TimestampType.LOG_APPEND_TIME, 1, 1, new byte[] {5}, new byte[] {6}, headers, Optional.of(3));
        var packed = new RecordPacker(all, LIMITS).pack(poll(List.of(record)).build());
        packed.nextSplit();
        RawBatchBuilder.Record carried = new RawBatchView(packed.nextRecordFromSplit().value()).record(0);
        assertThat(carried)
                .usingRecursiveComparison()
                .isEqualTo(new RawBatchBuilder.Record(
                        new byte[] {5}, new byte[] {6}, 99, 7, 2, 3,
                        List.of(new RawBatchBuilder.Header("h".getBytes(), new byte[] {1}), new RawBatchBuilder.Header("h".getBytes(), null))));
    }

    @Test
    void splitsAreReportedAroundTheirRecords() throws Exception {
        PackedKafkaReader reader = reader();
        CollectingOutput output = new CollectingOutput();
        reader.start();
        assertThat(reader.isAvailable()).isNotDone();
        reader.addSplits(List.of(new KafkaPartitionSplit(PARTITION, 10, 100)));
        assertThat(reader.isAvailable()).isDone();
        polls.add(poll(List.of(record(10, "a"), record(11, "b"), record(12, "c"), record(13, "d"))).build());
        read(reader, output, 3);
        assertThat(output.texts()).containsExactly("SPLIT_ADDED", "RECORDS 3", "RECORDS 1");
        assertThat(output.timestamps()).endsWith(1012L, 1013L);
        assertThat(reader.snapshotState(1).get(0).getStartingOffset()).isEqualTo(14);

        RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> last = poll(List.of(record(14, "e")));
        last.addFinishedSplit(SPLIT);
        polls.add(last.build());
        reader.notifyNoMoreSplits();
        read(reader, output, 5);
        assertThat(output.texts()).endsWith("RECORDS 1", "RECORDS 1", "SPLIT_FINISHED");
        assertThat(context.metricGroup().getIOMetricGroup().getNumRecordsInCounter().getCount()).isEqualTo(5);
        reader.close();
    }

    /** Polls until the output has so many elements. */
    private static void read(PackedKafkaReader reader, CollectingOutput output, int count) throws Exception {
        while (output.texts().size() < count) {
            if (reader.pollNext(output) == InputStatus.NOTHING_AVAILABLE) {
                Thread.sleep(1);
            }
        }
    }

    private PackedKafkaReader reader() {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", "127.0.0.1:1");
        properties.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
        properties.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
        properties.setProperty("client.id.prefix", "test");
        KafkaSourceReaderMetrics metrics = new KafkaSourceReaderMetrics(context.metricGroup());
        RecordPacker packer = new RecordPacker(RawSections.getDefaultInstance(), LIMITS);
        return PackedKafkaReader.create(
                () -> new MadeUpReader(properties, context, metrics, packer), new Configuration(), context, metrics);
    }

    private static RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> poll(List<ConsumerRecord<byte[], byte[]>> records) {
        RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> builder = new RecordsBySplits.Builder<>();
        builder.addAll(SPLIT, records);
        return builder;
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, String value) {
        byte[] bytes = value == null ? null : value.getBytes();
        return new ConsumerRecord<>("t", 4, offset, 1000 + offset, TimestampType.CREATE_TIME, -1, -1, null, bytes, new RecordHeaders(),
                Optional.empty());
    }

    /** Its consumer is never asked. */
    private final class MadeUpReader extends KafkaPartitionSplitReader {
        private final RecordPacker packer;

        MadeUpReader(Properties properties, SourceReaderContext context, KafkaSourceReaderMetrics metrics, RecordPacker packer) {
            super(properties, context, metrics, null);
            this.packer = packer;
        }

        @Override
        public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() {
            try {
                return packer.pack(polls.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return poll(List.of()).build();
            }
        }

        @Override
        public void handleSplitsChanges(SplitsChange<KafkaPartitionSplit> change) {}

        @Override
        public void wakeUp() {
            polls.add(new RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>>().build());
        }
    }

    /** Keeps what a reader emits. */
    private static final class CollectingOutput implements ReaderOutput<PackedRecords> {
        private final List<String> texts = new ArrayList<>();
        private final List<Long> timestamps = new ArrayList<>();

        List<String> texts() {
            return texts;
        }

        List<Long> timestamps() {
            return timestamps;
        }

        @Override
        public void collect(PackedRecords records) {
            texts.add(records.kind() + (records.kind() == PackedRecords.Kind.RECORDS ? " " + records.recordCount() : ""));
        }

        @Override
        public void collect(PackedRecords records, long timestampMs) {
            collect(records);
            timestamps.add(timestampMs);
        }

        @Override
        public SourceOutput<PackedRecords> createOutputForSplit(String splitId) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String splitId) {}

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
