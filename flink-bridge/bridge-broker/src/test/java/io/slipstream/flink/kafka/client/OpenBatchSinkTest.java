package io.slipstream.flink.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.slipstream.flink.broker.TestBroker;
import io.slipstream.flink.kafka.KafkaEnds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.streaming.connectors.kafka.partitioner.FlinkFixedPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a broker; the oracle is the same sink that sends each record. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenBatchSinkTest {

    private static final int PARTITIONS = 3;
    private static final int RECORDS = 5_000;
    private static final int CHECKPOINTS = 12;

    @TempDir
    static Path directory;

    private static TestBroker broker;
    private static int topicCount;

    private record Entry(@Nullable String key, @Nullable String value) {}

    /** What a test writes to, and how. */
    private static final class Target {
        final String topic;
        DeliveryGuarantee guarantee = DeliveryGuarantee.AT_LEAST_ONCE;
        TransactionNamingStrategy naming = TransactionNamingStrategy.INCREMENTING;
        @Nullable KafkaPartitioner<RowData> partitioner;
        boolean intoOpenBatches = true;
        final Map<String, String> properties = new HashMap<>();
        int parallelism = 1;
        int subtask;

        Target(int partitions, Map<String, String> topicConfig) throws Exception {
            topic = "topic-" + topicCount++;
            broker.createTopic(topic, partitions, topicConfig);
        }

        Target() throws Exception {
            this(PARTITIONS, Map.of());
        }

        Target with(String property, Object value) {
            properties.put(property, String.valueOf(value));
            return this;
        }

        SinkHarness open(@Nullable SinkHarness.State restored) throws Exception {
            return new SinkHarness(
                    KafkaEnds.rawSink(
                            StockSinks.sink(broker.bootstrapServers(), topic, guarantee, naming, partitioner, properties), intoOpenBatches),
                    restored,
                    parallelism,
                    subtask);
        }
    }

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new TestBroker(directory);
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @Test
    void keysValuesAndNullsGoWhereStockFlinkPutsThem() throws Exception {
        List<Entry> entries = entries(1, RECORDS, 200, true);
        Target open = new Target();
        Target stock = new Target();
        stock.intoOpenBatches = false;
        for (Target target : List.of(open, stock)) {
            try (SinkHarness sink = target.open(null)) {
                write(sink, entries);
                sink.snapshot(1);
                assertThat(sink.numRecordsOut()).isEqualTo(RECORDS);
                assertThat(sink.sentOneByOne()).isLessThanOrEqualTo(RECORDS / (target == open ? 20 : 1));
                assertThat(metric(sink.producer(), "record-send-total")).isEqualTo(RECORDS);
                assertThat(metric(sink.producer(), "record-error-total")).isZero();
            }
        }
        assertThat(read(open.topic)).isEqualTo(read(stock.topic)).hasSize(PARTITIONS);
    }

    @Test
    void aFixedPartitionerKeepsItsPartitionAndTheOrder() throws Exception {
        Target target = new Target().with("linger.ms", 0);
        target.partitioner = new FlinkFixedPartitioner<>();
        target.parallelism = 2;
        target.subtask = 1;
        List<Entry> entries = entries(2, RECORDS, 100, true);
        try (SinkHarness sink = target.open(null)) {
            write(sink, entries);
            sink.snapshot(1);
        }
        assertThat(read(target.topic)).isEqualTo(Map.of(1, entries));
    }

    @Test
    void recordsWithoutAKeyAreSpreadByTheProducer() throws Exception {
        Target target = new Target().with("batch.size", 2_000).with("linger.ms", 20);
        try (SinkHarness sink = target.open(null)) {
            for (int i = 0; i < 20_000; i++) {
                sink.write(null, "value " + i);
            }
            sink.snapshot(1);
            assertThat(sink.sentOneByOne()).isLessThan(20_000 / 20);
        }
        Map<Integer, List<Entry>> read = read(target.topic);
        assertThat(read).hasSize(PARTITIONS);
        read.values().forEach(part -> {
            assertThat(part.size()).isBetween(20_000 / PARTITIONS / 2, 20_000 / PARTITIONS * 2);
            List<Integer> numbers = part.stream().map(entry -> Integer.valueOf(entry.value.substring(6))).toList();
            assertThat(numbers).isSorted();
        });
        assertThat(read.values().stream().flatMap(List::stream).distinct()).hasSize(20_000);
    }

    @Test
    void eachRecordHasTheTimeItWasWritten() throws Exception {
        Target target = new Target(1, Map.of()).with("linger.ms", 10_000);
        Target appendTime = new Target(1, Map.of("message.timestamp.type", "LogAppendTime")).with("linger.ms", 10_000);
        List<Long> times = new ArrayList<>();
        try (SinkHarness sink = target.open(null);
                SinkHarness other = appendTime.open(null)) {
            for (int i = 0; i < 5; i++) {
                times.add(System.currentTimeMillis());
                sink.write("k", "v" + i);
                other.write("k", "v" + i);
                Thread.sleep(30);
            }
            sink.snapshot(1);
            other.snapshot(1);
            assertThat(sink.sentOneByOne()).isEqualTo(1);
        }
        List<ConsumerRecord<String, String>> created = records(target.topic);
        for (int i = 0; i < 5; i++) {
            assertThat(created.get(i).timestampType()).isEqualTo(TimestampType.CREATE_TIME);
            assertThat(created.get(i).timestamp() - times.get(i)).isBetween(0L, i == 0 ? 5_000L : 25L);
        }
        records(appendTime.topic).forEach(record -> {
            assertThat(record.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
            assertThat(record.timestamp()).isGreaterThanOrEqualTo(times.get(4));
        });
    }

    @Test
    void lingerIsTheProducers() throws Exception {
        Target none = new Target(1, Map.of()).with("linger.ms", 0);
        Target some = new Target(1, Map.of()).with("linger.ms", 700);
        for (Target target : List.of(none, some)) {
            try (SinkHarness sink = target.open(null)) {
                sink.write(null, "a");
                sink.write(null, "b");
                long start = System.nanoTime();
                while (metric(sink.producer(), "record-send-total") < 2) {
                    Thread.sleep(5);
                    assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
                }
                long waitedMs = (System.nanoTime() - start) / 1_000_000;
                if (target == some) {
                    assertThat(waitedMs).isBetween(400L, 5_000L);
                    assertThat(sink.sentOneByOne()).isLessThanOrEqualTo(1);
                }
            }
        }
    }

    @Test
    void largeRecordsAreSentAndTooLargeOnesRefusedAsInStockFlink() throws Exception {
        List<String> failures = new ArrayList<>();
        List<Map<Integer, List<Entry>>> read = new ArrayList<>();
        for (boolean intoOpenBatches : new boolean[] {true, false}) {
            // Batches that are larger than a request may be: room in the batch is not enough.
            Target target = new Target(1, Map.of()).with("max.request.size", 20_000).with("batch.size", 40_000);
            target.intoOpenBatches = intoOpenBatches;
            try (SinkHarness sink = target.open(null)) {
                sink.write("a", "x".repeat(100));
                sink.write("b", "x".repeat(19_000));
                sink.write("c", "x".repeat(19_000));
                sink.write("d", "x".repeat(10));
                sink.snapshot(1);
                sink.write("e", "x");
                sink.write("f", "x".repeat(20_000));
                failures.add(text(catchThrowable(() -> sink.write("g", "x"))) + text(catchThrowable(() -> sink.snapshot(2))));
            } catch (Exception e) {
                failures.add("at close: " + text(e));
            }
            read.add(read(target.topic));
        }
        assertThat(failures.get(0)).contains("RecordTooLargeException").contains("larger than 20000");
        assertThat(read.get(0).get(0)).hasSize(5).isEqualTo(read.get(1).get(0));
        Target small = new Target(1, Map.of()).with("batch.size", 1_000);
        List<Entry> entries = entries(3, 500, 3_000, false);
        try (SinkHarness sink = small.open(null)) {
            write(sink, entries);
            sink.snapshot(1);
        }
        assertThat(read(small.topic)).isEqualTo(Map.of(0, entries));
    }

    @Test
    void batchesThatTheBrokerFindsTooLargeAreSplit() throws Exception {
        for (DeliveryGuarantee guarantee : DeliveryGuarantee.values()) {
            Target target = new Target(1, Map.of("max.message.bytes", "1000")).with("batch.size", 30_000).with("linger.ms", 100);
            target.guarantee = guarantee;
            List<Entry> entries = entries(4, 1_000, 100, true);
            try (SinkHarness sink = target.open(null)) {
                write(sink, entries);
                sink.snapshot(1);
                sink.complete(1);
                if (guarantee == DeliveryGuarantee.NONE) {
                    sink.producer().flush();
                }
                awaitCommitted(target.topic, entries.size());
                assertThat(metric(sink.producer(), "record-error-total")).isZero();
            }
            assertThat(read(target.topic)).as("%s", guarantee).isEqualTo(Map.of(0, entries));
        }
    }

    @Test
    void aBatchThatFailsFailsTheTask() throws Exception {
        Target target = new Target(1, Map.of("max.message.bytes", "1000")).with("linger.ms", 0);
        try (SinkHarness sink = target.open(null)) {
            sink.write("k", "v");
            sink.snapshot(1);
            sink.write("k", "x".repeat(2_000));
            Throwable failure = catchThrowable(() -> sink.snapshot(2));
            assertThat(failure).isInstanceOf(IOException.class).hasMessageContaining("One or more Kafka Producer send requests");
            assertThat(text(failure)).contains("RecordTooLargeException");
        }
    }

    @Test
    void aClosedProducerIsNoticed() throws Exception {
        List<String> failures = new ArrayList<>();
        for (boolean intoOpenBatches : new boolean[] {true, false}) {
            Target target = new Target(1, Map.of()).with("linger.ms", 60_000);
            target.intoOpenBatches = intoOpenBatches;
            SinkHarness sink = target.open(null);
            sink.write("k", "v");
            sink.write("k", "w");
            sink.producer().close(Duration.ofSeconds(10));
            failures.add(text(catchThrowable(() -> sink.write("k", "x"))));
            catchThrowable(sink::close);
            assertThat(read(target.topic).get(0)).hasSize(2);
        }
        assertThat(failures.get(0)).isEqualTo(failures.get(1)).contains("after producer has been closed");
    }

    @Test
    void exactlyOnceOverManyCheckpoints() throws Exception {
        for (TransactionNamingStrategy naming : TransactionNamingStrategy.values()) {
            Target target = new Target();
            target.guarantee = DeliveryGuarantee.EXACTLY_ONCE;
            target.naming = naming;
            List<Entry> entries = entries(5, RECORDS, 100, true);
            List<Entry> written = new ArrayList<>();
            try (SinkHarness sink = target.open(null)) {
                for (int checkpoint = 1; checkpoint <= CHECKPOINTS; checkpoint++) {
                    // Each fourth has nothing in it, and its producer is used again.
                    List<Entry> part = checkpoint % 4 == 0 ? List.of() : entries.subList(checkpoint * 300, checkpoint * 300 + 300);
                    write(sink, part);
                    written.addAll(part);
                    sink.snapshot(checkpoint);
                    assertThat(committedCount(target.topic))
                            .as("before the commit of %d", checkpoint)
                            .isLessThanOrEqualTo(written.size() - part.size());
                    sink.complete(checkpoint);
                    awaitCommitted(target.topic, written.size());
                }
                assertThat(sink.sentOneByOne()).isLessThanOrEqualTo(CHECKPOINTS * PARTITIONS * 4);
            }
            assertThat(merged(read(target.topic))).as("%s", naming).containsExactlyInAnyOrderElementsOf(written);
        }
    }

    @Test
    void whatWasNotCommittedIsAbortedAndWrittenAnew() throws Exception {
        for (TransactionNamingStrategy naming : TransactionNamingStrategy.values()) {
            Target target = new Target().with("linger.ms", 50);
            target.guarantee = DeliveryGuarantee.EXACTLY_ONCE;
            target.naming = naming;
            List<Entry> entries = entries(6, 900, 100, true);
            SinkHarness first = target.open(null);
            write(first, entries.subList(0, 300));
            first.snapshot(1);
            first.complete(1);
            write(first, entries.subList(300, 600));
            SinkHarness.State state = first.snapshot(2);
            // Lost: after the second checkpoint, whose commit comes after the restore.
            write(first, entries.subList(600, 700));
            Thread.sleep(100);
            write(first, entries.subList(700, 750));
            first.close();
            awaitCommitted(target.topic, 300);
            try (SinkHarness second = target.open(state)) {
                write(second, entries.subList(600, 900));
                second.snapshot(3);
                second.complete(3);
            }
            awaitCommitted(target.topic, 900);
            Target stock = new Target();
            stock.intoOpenBatches = false;
            try (SinkHarness oracle = stock.open(null)) {
                write(oracle, entries);
                oracle.snapshot(1);
            }
            assertThat(read(target.topic)).as("%s", naming).isEqualTo(read(stock.topic));
        }
    }

    @Test
    void anAbortReachesOpenBatches() throws Exception {
        Target target = new Target(1, Map.of()).with("linger.ms", 60_000);
        target.guarantee = DeliveryGuarantee.EXACTLY_ONCE;
        try (SinkHarness sink = target.open(null)) {
            write(sink, entries(7, 100, 50, true));
            KafkaProducer<?, ?> producer = sink.producer();
            producer.abortTransaction();
            assertThat(text(catchThrowable(() -> sink.write("k", "v")))).contains("IOException").contains("aborted");
        }
        assertThat(read(target.topic)).isEmpty();
    }

    @Test
    void memoryIsThePoolsAndWaitedFor() throws Exception {
        Target target = new Target(1, Map.of()).with("buffer.memory", 40_000).with("batch.size", 16_384).with("linger.ms", 1_000);
        List<Entry> entries = entries(8, 20_000, 200, true);
        try (SinkHarness sink = target.open(null)) {
            write(sink, entries);
            sink.snapshot(1);
            awaitAllMemoryFree(sink.producer());
        }
        assertThat(read(target.topic)).isEqualTo(Map.of(0, entries));
    }

    @Test
    void otherProducersAreSentEachRecord() throws Exception {
        Map<String, String> others = Map.of(
                "interceptor.classes", NoInterceptor.class.getName(),
                "partitioner.class", RoundRobinPartitioner.class.getName(),
                "partitioner.ignore.keys", "true",
                "compression.type", "lz4");
        for (Map.Entry<String, String> other : others.entrySet()) {
            Target target = new Target().with(other.getKey(), other.getValue());
            List<Entry> entries = entries(9, 300, 50, true);
            try (SinkHarness sink = target.open(null)) {
                assertThat(sink.sinkWriter()).as(other.getKey()).isNotInstanceOf(OpenBatchWriter.class);
                write(sink, entries);
                sink.snapshot(1);
                assertThat(sink.sentOneByOne()).isEqualTo(300);
            }
            assertThat(merged(read(target.topic))).containsExactlyInAnyOrderElementsOf(entries);
        }
    }

    /** Does nothing, but sees every record. */
    public static final class NoInterceptor implements ProducerInterceptor<byte[], byte[]> {
        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception exception) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private static void write(SinkHarness sink, List<Entry> entries) throws Exception {
        for (Entry entry : entries) {
            sink.write(entry.key, entry.value);
        }
    }

    private static List<Entry> entries(long seed, int count, int valueMax, boolean withNulls) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> new Entry(
                        "key " + random.nextInt(50),
                        withNulls && random.nextInt(10) == 0 ? null : i + "x".repeat(random.nextInt(valueMax))))
                .toList();
    }

    private static List<Entry> merged(Map<Integer, List<Entry>> read) {
        return read.values().stream().flatMap(List::stream).toList();
    }

    /** The markers of a committed transaction come some time after the commit. */
    private static void awaitCommitted(String topic, int count) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        int found = committedCount(topic);
        while (found < count && System.nanoTime() < deadline) {
            Thread.sleep(20);
            found = committedCount(topic);
        }
        assertThat(found).isEqualTo(count);
    }

    /** Kafka's sender ends a flush first and gives the memory of the last batch back after that. */
    private static void awaitAllMemoryFree(KafkaProducer<?, ?> producer) throws InterruptedException {
        double total = metric(producer, "buffer-total-bytes");
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (metric(producer, "buffer-available-bytes") < total && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(metric(producer, "buffer-available-bytes")).isEqualTo(total);
    }

    private static int committedCount(String topic) {
        return records(topic).size();
    }

    private static Map<Integer, List<Entry>> read(String topic) {
        Map<Integer, List<Entry>> result = new TreeMap<>();
        for (ConsumerRecord<String, String> record : records(topic)) {
            result.computeIfAbsent(record.partition(), key -> new ArrayList<>()).add(new Entry(record.key(), record.value()));
        }
        return result;
    }

    private static List<ConsumerRecord<String, String>> records(String topic) {
        List<ConsumerRecord<String, String>> result = new ArrayList<>();
        Map<String, Object> config = Map.of(
                "bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed", "fetch.max.wait.ms", 10);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic).stream().map(info -> new TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(result::add);
            }
        }
        return result;
    }

    private static double metric(KafkaProducer<?, ?> producer, String name) {
        return producer.metrics().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name) && entry.getKey().group().equals("producer-metrics"))
                .mapToDouble(entry -> (Double) entry.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }

    private static String text(@Nullable Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append(cause).append(" / ");
        }
        return text.toString();
    }
}
