package io.slipstream.flink.kafka.client;

import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Hands objects on as chained operators with object reuse do; a harness copies otherwise, and a committable holds a producer. */
final class ByReference<T> extends TypeSerializerSingleton<T> {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public T createInstance() {
        throw inMemory();
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T record, DataOutputView target) {
        throw inMemory();
    }

    @Override
    public T deserialize(DataInputView source) {
        throw inMemory();
    }

    @Override
    public T deserialize(T reuse, DataInputView source) {
        throw inMemory();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) {
        throw inMemory();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        throw inMemory();
    }

    private static UnsupportedOperationException inMemory() {
        return new UnsupportedOperationException("objects stay in memory");
    }
}
