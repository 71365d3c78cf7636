package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.annotation.Nullable;
import org.apache.kafka.clients.Metadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner.StickyPartitionInfo;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * The batches that a producer has open for one topic: where {@code RecordAccumulator.append} would put a record, without what
 * {@code KafkaProducer.send} does for each. Opens no batch and closes none: a record without an open batch that has room for it has to
 * be sent, which chooses the partition, waits for memory and metadata, adds the partition to the transaction and wakes the sender. When
 * a batch goes out, and what becomes of it then, is the sender's. Used by the task's thread only.
 */
final class OpenBatches {

    private static final int NO_PARTITION = -1;

    private final String topic;
    private final RecordAccumulator accumulator;
    private final Metadata metadata;
    private final long recordBytesMax;

    /** The partition of records without a key at present, a {@link StickyPartitionInfo}. */
    private final AtomicReference<?> sticky;

    /** By partition; null where the producer has none yet. */
    private Deque<?>[] queues = {};

    private @Nullable Cluster cluster;
    private int partitionCount;

    private OpenBatches(KafkaProducer<?, ?> producer, RecordAccumulator accumulator, String topic) {
        this.topic = topic;
        this.accumulator = accumulator;
        this.metadata = (Metadata) Reflection.field(producer, "metadata");
        this.sticky = (AtomicReference<?>) Reflection.field(accumulator.getBuiltInPartitioner(topic), "stickyPartitionInfo");
        // What KafkaProducer.ensureValidRecordSize compares with.
        this.recordBytesMax =
                Math.min((int) Reflection.field(producer, "maxRequestSize"), (long) Reflection.field(producer, "totalMemorySize"));
    }

    /** Null as long as the producer has accepted nothing for the topic. */
    static @Nullable OpenBatches of(KafkaProducer<?, ?> producer, String topic) {
        RecordAccumulator accumulator = (RecordAccumulator) Reflection.field(producer, "accumulator");
        Map<?, ?> topics = (Map<?, ?>) Reflection.field(accumulator, "topicInfoMap");
        return topics.containsKey(topic) ? new OpenBatches(producer, accumulator, topic) : null;
    }

    /** Appends a record of the given partition; false: it has to be sent. */
    boolean append(int partition, @Nullable byte[] key, @Nullable byte[] value) {
        Deque<ProducerBatch> queue = queueOf(partition);
        return queue != null && append(queue, key, value) > 0;
    }

    /** Appends a record of the partition that {@code KafkaProducer.partition} chooses; false: it has to be sent. */
    boolean append(@Nullable byte[] key, @Nullable byte[] value) {
        return key == null ? appendWithoutKey(value) : append(partitionOf(key), key, value);
    }

    /** The producer moves on to another partition when it opens a batch, if the present one has had the bytes of a batch. */
    private boolean appendWithoutKey(@Nullable byte[] value) {
        StickyPartitionInfo current = (StickyPartitionInfo) sticky.get();
        Deque<ProducerBatch> queue = current == null ? null : queueOf(current.partition());
        int bytes = queue == null ? 0 : append(queue, null, value);
        if (bytes == 0) {
            return false;
        }
        ((AtomicInteger) BatchFields.PRODUCED_BYTES.get(current)).addAndGet(bytes);
        return true;
    }

    private int append(Deque<ProducerBatch> queue, @Nullable byte[] key, @Nullable byte[] value) {
        long nowMs = System.currentTimeMillis();
        synchronized (queue) {
            ProducerBatch batch = queue.peekLast();
            // Full means closed, too: by the sender, when it took it, or put it back for another attempt.
            return batch == null || batch.isFull() ? 0 : BatchAppend.append(batch, nowMs, key, value, recordBytesMax);
        }
    }

    private int partitionOf(byte[] key) {
        Cluster current = metadata.fetch();
        if (current != cluster) {
            cluster = current;
            partitionCount = current.partitionsForTopic(topic).size();
        }
        return partitionCount == 0 ? NO_PARTITION : BuiltInPartitioner.partitionForKey(key, partitionCount);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Deque<ProducerBatch> queueOf(int partition) {
        if (partition < 0) {
            return null;
        }
        if (partition >= queues.length) {
            queues = Arrays.copyOf(queues, partition + 1);
        }
        Deque<?> queue = queues[partition];
        if (queue == null) {
            queue = accumulator.getDeque(new TopicPartition(topic, partition));
            queues[partition] = queue;
        }
        return (Deque<ProducerBatch>) queue;
    }
}
