package io.slipstream.flink.testing.chaos;

import io.slipstream.flink.testing.kafka.Topics;
import java.time.Duration;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Follows a topic and counts its committed records. */
final class CommittedRows implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private long count;

    CommittedRows(String bootstrapServers, String topic) {
        consumer = Topics.committedReader(bootstrapServers);
        consumer.assign(consumer.partitionsFor(topic).stream().map(info -> new TopicPartition(topic, info.partition())).toList());
        consumer.seekToBeginning(consumer.assignment());
    }

    /** Reads for {@code timeMs}; returns the count from the beginning. */
    long follow(long timeMs) {
        long deadlineNs = System.nanoTime() + timeMs * 1_000_000;
        while (System.nanoTime() < deadlineNs) {
            count += consumer.poll(Duration.ofMillis(100)).count();
        }
        return count;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
