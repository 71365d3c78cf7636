package io.slipstream.flink.testing.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads a topic's committed records from the first to the last that is there now. */
public final class TopicReader {

    private static final Duration POLL = Duration.ofMillis(200);

    private TopicReader() {}

    /** The digest of a topic; {@code keyed} as in {@link OutputDigest}. */
    public static OutputDigest.Summary digest(String bootstrapServers, String topic, boolean keyed) {
        OutputDigest digest = new OutputDigest(keyed);
        read(bootstrapServers, topic, digest::add);
        return digest.summary();
    }

    /** Calls {@code sink} for each record; partitions are interleaved, the records of each are in order. */
    public static void read(String bootstrapServers, String topic, Consumer<ConsumerRecord<byte[], byte[]>> sink) {
        try (KafkaConsumer<byte[], byte[]> consumer = Topics.committedReader(bootstrapServers)) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic).stream().map(info -> new TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            // With read_committed this is the last stable offset: what an open transaction wrote is not waited for.
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(POLL).forEach(sink);
            }
        }
    }
}
