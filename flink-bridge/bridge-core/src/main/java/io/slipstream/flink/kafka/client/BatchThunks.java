package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.internals.FutureRecordMetadata;
import org.apache.kafka.clients.producer.internals.ProduceRequestResult;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.utils.Time;

/**
 * The callbacks of a batch that has more records than callbacks. {@link ProducerBatch} calls those that are listed, the first of
 * which fails the task, when it is done. When the broker finds the batch too large, it walks over one a record to hand them to the
 * parts: they are made there.
 */
final class BatchThunks extends AbstractList<Object> {

    private final ProducerBatch batch;
    private final List<Object> sent;

    private BatchThunks(ProducerBatch batch, List<Object> sent) {
        this.batch = batch;
        this.sent = sent;
    }

    /** Called under the lock of the batch's queue, before the first record without a callback is appended. */
    @SuppressWarnings("unchecked")
    static void install(ProducerBatch batch, List<?> sent) {
        BatchFields.setThunks(batch, new BatchThunks(batch, (List<Object>) sent));
    }

    /** Of a record that came through {@code KafkaProducer.send}. */
    @Override
    public boolean add(Object thunk) {
        return sent.add(thunk);
    }

    @Override
    public Object get(int index) {
        return sent.get(index);
    }

    /** How many there are to call. */
    @Override
    public int size() {
        return sent.size();
    }

    /** One a record. */
    @Override
    public Iterator<Object> iterator() {
        int recordCount = (int) BatchFields.RECORD_COUNT.get(batch);
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < recordCount;
            }

            @Override
            public Object next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int index = next++;
                return index < sent.size() ? sent.get(index) : thunkLike(sent.get(0), index);
            }
        };
    }

    /** {@code ProducerBatch.Thunk} is private. Nobody has asked for this record's future. */
    private Object thunkLike(Object first, int index) {
        ProduceRequestResult result = (ProduceRequestResult) BatchFields.PRODUCE_FUTURE.get(batch);
        FutureRecordMetadata future =
                new FutureRecordMetadata(result, index, RecordBatch.NO_TIMESTAMP, -1, -1, Time.SYSTEM);
        try {
            Constructor<?> constructor = first.getClass().getDeclaredConstructor(Callback.class, FutureRecordMetadata.class);
            constructor.setAccessible(true);
            return constructor.newInstance(Reflection.field(first, "callback"), future);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot make a " + first.getClass().getName(), e);
        }
    }
}
