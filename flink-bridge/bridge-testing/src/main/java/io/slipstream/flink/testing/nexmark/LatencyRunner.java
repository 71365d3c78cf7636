package io.slipstream.flink.testing.nexmark;

import io.slipstream.flink.testing.kafka.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * End-to-end latency at low load: bids at a fixed rate into Kafka, the query's rows out of Kafka, both ends timed in this JVM. The sink is
 * at-least-once, so that no row waits for a checkpoint. The query has to pass {@code bidder} on: it carries the number of the event.
 */
final class LatencyRunner {

    private static final int WARM_UP_SECONDS = 5;
    private static final int DRAIN_MS = 2000;
    private static final Pattern NUMBER = Pattern.compile("\"bidder\":(\\d+)");
    private static final String EVENT = "{\"event_type\":2,\"person\":null,\"auction\":null,\"bid\":{\"auction\":1107,\"bidder\":%d,\"price\":100,"
            + "\"channel\":\"Apple\",\"url\":\"https://www.nexmark.com/a/b/c/item.htm?query=1\",\"dateTime\":\"2015-07-15 00:00:00\",\"extra\":\"xyz\"}}";

    private final Cluster cluster;
    private final NexmarkSpec spec;
    private final Topics topics;
    private final List<String> source;

    LatencyRunner(Cluster cluster, NexmarkSpec spec, Topics topics, List<String> source) {
        this.cluster = cluster;
        this.spec = spec;
        this.topics = topics;
        this.source = source;
    }

    LatencyResult run(Query query, String engine) throws Exception {
        boolean accelerated = engine.equals(QueryRunner.ACCELERATED_ENGINE);
        String id = UUID.randomUUID().toString().substring(0, 8);
        String input = "in-" + id;
        topics.create(input, spec.partitions());
        Tables options = new Tables(spec, input, id, Tables.Mode.LOW_LATENCY);
        JobClient job = null;
        try {
            PlannedQuery planned = new PlannedQuery(cluster, spec, source, query, options, accelerated, graph -> {
                if (accelerated && !Acceleration.isAccelerated(graph)) {
                    throw new Acceleration.NotAcceleratedException();
                }
            });
            String output = options.sinks().get(0).topic();
            topics.create(output, spec.partitions());
            job = planned.inserts().execute().getJobClient().orElseThrow();
            return summary(query, engine, measure(input, output));
        } catch (Exception e) {
            boolean fallback = ExceptionUtils.findThrowable(e, Acceleration.NotAcceleratedException.class).isPresent();
            return new LatencyResult(query.name(), engine, fallback ? "fallback" : "failed", List.of(FailureText.of(e)), 0, 0, 0, 0, 0);
        } finally {
            if (job != null) {
                job.cancel().get();
            }
            topics.delete(input);
            options.sinks().forEach(sink -> deleteQuietly(sink.topic()));
        }
    }

    /** Nanoseconds of each row that was sent after the warm-up. */
    private List<Long> measure(String input, String output) throws Exception {
        Map<Long, Long> sentNs = new ConcurrentHashMap<>();
        long first = (long) WARM_UP_SECONDS * spec.latencyEventsPerSecond();
        long count = first + (long) spec.latencySeconds() * spec.latencyEventsPerSecond();
        Thread sender = new Thread(() -> send(input, count, sentNs), "latency-sender");
        List<Long> latenciesNs = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = Topics.committedReader(spec.bootstrapServers())) {
            consumer.assign(consumer.partitionsFor(output).stream().map(info -> new TopicPartition(output, info.partition())).toList());
            consumer.seekToBeginning(consumer.assignment());
            sender.start();
            long deadlineNs = Long.MAX_VALUE;
            while (System.nanoTime() < deadlineNs && latenciesNs.size() < count - first) {
                for (ConsumerRecord<byte[], byte[]> row : consumer.poll(Duration.ofMillis(100))) {
                    long now = System.nanoTime();
                    long number = number(row.value());
                    if (number >= first) {
                        latenciesNs.add(now - sentNs.get(number));
                    }
                }
                if (deadlineNs == Long.MAX_VALUE && !sender.isAlive()) {
                    deadlineNs = System.nanoTime() + DRAIN_MS * 1_000_000L;
                }
            }
        }
        sender.join();
        return latenciesNs;
    }

    private void send(String topic, long count, Map<Long, Long> sentNs) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, spec.bootstrapServers());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            long startNs = System.nanoTime();
            for (long i = 0; i < count; i++) {
                long dueNs = startNs + i * 1_000_000_000L / spec.latencyEventsPerSecond();
                long waitMs = (dueNs - System.nanoTime()) / 1_000_000;
                if (waitMs > 0) {
                    Thread.sleep(waitMs);
                }
                byte[] event = String.format(EVENT, i).getBytes(StandardCharsets.UTF_8);
                sentNs.put(i, System.nanoTime());
                producer.send(new ProducerRecord<>(topic, (int) (i % spec.partitions()), null, event));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long number(byte[] row) {
        Matcher matcher = NUMBER.matcher(new String(row, StandardCharsets.UTF_8));
        if (!matcher.find()) {
            throw new IllegalStateException("the query's rows have no column `bidder`; take q0 or q1");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static LatencyResult summary(Query query, String engine, List<Long> latenciesNs) {
        if (latenciesNs.isEmpty()) {
            return new LatencyResult(query.name(), engine, "failed", List.of("no row came out"), 0, 0, 0, 0, 0);
        }
        long[] sorted = latenciesNs.stream().mapToLong(Long::longValue).sorted().toArray();
        return new LatencyResult(
                query.name(), engine, "finished", List.of(), sorted.length, quantileMs(sorted, 0.5), quantileMs(sorted, 0.9),
                quantileMs(sorted, 0.99), quantileMs(sorted, 1));
    }

    private static double quantileMs(long[] sortedNs, double quantile) {
        int index = (int) Math.ceil(quantile * sortedNs.length) - 1;
        return sortedNs[Math.max(index, 0)] / 1e6;
    }

    private void deleteQuietly(String topic) {
        try {
            topics.delete(topic);
        } catch (Exception e) {
            System.err.println("topic " + topic + " stays: " + e.getMessage());
        }
    }
}
