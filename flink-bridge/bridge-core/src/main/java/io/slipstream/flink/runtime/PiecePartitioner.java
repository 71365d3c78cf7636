package io.slipstream.flink.runtime;

import java.util.Objects;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Flink's KeyGroupStreamPartitioner for {@link RowsPiece}s, of which the sidecar has computed the key group.
 *
 * @param <T> what the stream is declared to consist of; its elements are pieces
 */
public final class PiecePartitioner<T> extends StreamPartitioner<T> implements ConfigurableStreamPartitioner {

    private static final long serialVersionUID = 1L;

    private int maxParallelism;

    /** @param maxParallelism until Flink configures that of the receiving operator */
    public PiecePartitioner(int maxParallelism) {
        configure(maxParallelism);
    }

    /** As Flink's planner makes its hash exchanges. */
    public PiecePartitioner() {
        this(KeyGroupRangeAssignment.DEFAULT_LOWER_BOUND_MAX_PARALLELISM);
    }

    @Override
    public int selectChannel(SerializationDelegate<StreamRecord<T>> record) {
        StreamRecord<?> element = record.getInstance();
        RowsPiece piece = (RowsPiece) element.getValue();
        return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(maxParallelism, numberOfChannels, piece.keyGroup());
    }

    @Override
    public SubtaskStateMapper getDownstreamSubtaskStateMapper() {
        return SubtaskStateMapper.RANGE;
    }

    @Override
    public StreamPartitioner<T> copy() {
        return this;
    }

    @Override
    public boolean isPointwise() {
        return false;
    }

    @Override
    public String toString() {
        return "HASH";
    }

    @Override
    public void configure(int newMaxParallelism) {
        KeyGroupRangeAssignment.checkParallelismPreconditions(newMaxParallelism);
        maxParallelism = newMaxParallelism;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof PiecePartitioner<?> that && super.equals(other) && maxParallelism == that.maxParallelism);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), maxParallelism);
    }
}
