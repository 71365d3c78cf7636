package io.slipstream.flink.testing.nexmark;

import io.slipstream.flink.testing.kafka.Topics;
import io.slipstream.flink.testing.nexmark.generator.EventGenerator;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the first n events of the stream to a topic, event i to partition i modulo their number. Generating an event takes about
 * 1 µs, less than reading it from a file, so nothing is kept between brokers.
 */
public final class CorpusLoader {

    private static final long PROGRESS_EVENTS = 100_000;
    /** The pace is asked once for so many. */
    private static final long PACED_EVENTS = 100;

    /** When an event may be written. */
    public interface Pace {

        /** Waits until the event with this index is due. */
        void await(long event) throws InterruptedException;

        /** So many events a second from now on; 0: as fast as possible. */
        static Pace of(int eventsPerSecond) {
            long startNs = System.nanoTime();
            return event -> {
                if (eventsPerSecond > 0) {
                    long dueNs = startNs + event * 1_000_000_000L / eventsPerSecond;
                    Thread.sleep(Math.max(0, (dueNs - System.nanoTime()) / 1_000_000));
                }
            };
        }
    }

    private CorpusLoader() {}

    /** Creates the topic and fills it; {@code progress} gets the number of events written so far. */
    public static void load(
            Topics topics, String topic, long seed, long events, int partitions, int eventsPerSecond, LongConsumer progress)
            throws ExecutionException, InterruptedException {
        topics.create(topic, partitions);
        write(topics, topic, seed, events, partitions, Pace.of(eventsPerSecond), progress);
    }

    /** Fills a topic. */
    public static void write(
            Topics topics, String topic, long seed, long events, int partitions, Pace pace, LongConsumer progress)
            throws InterruptedException {
        EventGenerator generator = new EventGenerator(seed);
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(topics.bootstrapServers())) {
            for (long i = 0; i < events && failure.get() == null; i++) {
                if (i % PACED_EVENTS == 0) {
                    pace.await(i);
                }
                ProducerRecord<byte[], byte[]> event = new ProducerRecord<>(topic, (int) (i % partitions), null, generator.next());
                producer.send(event, (metadata, error) -> {
                    if (error != null) {
                        failure.compareAndSet(null, error);
                    }
                });
                if ((i + 1) % PROGRESS_EVENTS == 0 || i + 1 == events) {
                    progress.accept(i + 1);
                }
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the corpus could not be written", failure.get());
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, String.valueOf(512 << 10));
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "20");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, String.valueOf(64L << 20));
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
