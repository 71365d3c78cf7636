package io.slipstream.flink.kafka.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.clients.producer.internals.ProduceRequestResult;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.common.record.MemoryRecordsBuilder;

/**
 * What {@link ProducerBatch} and {@link MemoryRecordsBuilder} change when a record is appended: theirs alone in Kafka, and of one
 * version of it ({@link OpenBatchSupport}). Handles of constants cost what a field access does.
 */
final class BatchFields {

    static final VarHandle RECORDS_BUILDER;
    static final VarHandle THUNKS;
    static final VarHandle PRODUCE_FUTURE;
    static final VarHandle RECORD_COUNT;
    static final VarHandle MAX_RECORD_SIZE;
    static final VarHandle LAST_APPEND_TIME;

    static final VarHandle NUM_RECORDS;
    static final VarHandle UNCOMPRESSED_RECORDS_SIZE;
    static final VarHandle LAST_OFFSET;
    static final VarHandle BASE_TIMESTAMP;
    static final VarHandle MAX_TIMESTAMP;
    static final VarHandle OFFSET_OF_MAX_TIMESTAMP;

    static final VarHandle PRODUCED_BYTES;

    /** The field is final, which no handle can write. */
    private static final Field THUNKS_FIELD;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            MethodHandles.Lookup batch = MethodHandles.privateLookupIn(ProducerBatch.class, own);
            RECORDS_BUILDER = batch.findVarHandle(ProducerBatch.class, "recordsBuilder", MemoryRecordsBuilder.class);
            THUNKS = batch.findVarHandle(ProducerBatch.class, "thunks", List.class);
            PRODUCE_FUTURE = batch.findVarHandle(ProducerBatch.class, "produceFuture", ProduceRequestResult.class);
            RECORD_COUNT = batch.findVarHandle(ProducerBatch.class, "recordCount", int.class);
            MAX_RECORD_SIZE = batch.findVarHandle(ProducerBatch.class, "maxRecordSize", int.class);
            LAST_APPEND_TIME = batch.findVarHandle(ProducerBatch.class, "lastAppendTime", long.class);
            THUNKS_FIELD = ProducerBatch.class.getDeclaredField("thunks");
            THUNKS_FIELD.setAccessible(true);

            MethodHandles.Lookup builder = MethodHandles.privateLookupIn(MemoryRecordsBuilder.class, own);
            NUM_RECORDS = builder.findVarHandle(MemoryRecordsBuilder.class, "numRecords", int.class);
            UNCOMPRESSED_RECORDS_SIZE =
                    builder.findVarHandle(MemoryRecordsBuilder.class, "uncompressedRecordsSizeInBytes", int.class);
            LAST_OFFSET = builder.findVarHandle(MemoryRecordsBuilder.class, "lastOffset", Long.class);
            BASE_TIMESTAMP = builder.findVarHandle(MemoryRecordsBuilder.class, "baseTimestamp", Long.class);
            MAX_TIMESTAMP = builder.findVarHandle(MemoryRecordsBuilder.class, "maxTimestamp", long.class);
            OFFSET_OF_MAX_TIMESTAMP = builder.findVarHandle(MemoryRecordsBuilder.class, "offsetOfMaxTimestamp", long.class);

            PRODUCED_BYTES = MethodHandles.privateLookupIn(BuiltInPartitioner.StickyPartitionInfo.class, own)
                    .findVarHandle(BuiltInPartitioner.StickyPartitionInfo.class, "producedBytes", AtomicInteger.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the Kafka client's batches are not of the version this was built for", e);
        }
    }

    private BatchFields() {}

    static void setThunks(ProducerBatch batch, List<?> thunks) {
        try {
            THUNKS_FIELD.set(batch, thunks);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot write ProducerBatch.thunks", e);
        }
    }
}
