package io.slipstream.flink.testing.parity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Gives split n to subtask n mod parallelism, once. Its state is the partitions that nobody has yet. */
final class CaseEnumerator implements SplitEnumerator<CaseSplit, List<Integer>> {

    private final SplitEnumeratorContext<CaseSplit> context;
    private final TreeSet<Integer> unassigned;
    private final List<CaseSplit> returned = new ArrayList<>();

    CaseEnumerator(SplitEnumeratorContext<CaseSplit> context, List<Integer> unassigned) {
        this.context = context;
        this.unassigned = new TreeSet<>(unassigned);
    }

    @Override
    public void start() {}

    @Override
    public void addReader(int subtask) {
        int parallelism = context.currentParallelism();
        for (int partition : List.copyOf(unassigned)) {
            if (partition % parallelism == subtask) {
                context.assignSplit(new CaseSplit(partition, 0, 0), subtask);
                unassigned.remove(partition);
            }
        }
        for (CaseSplit split : List.copyOf(returned)) {
            if (split.partition() % parallelism == subtask) {
                context.assignSplit(split, subtask);
                returned.remove(split);
            }
        }
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public void addSplitsBack(List<CaseSplit> splits, int subtask) {
        returned.addAll(splits);
    }

    @Override
    public void handleSplitRequest(int subtask, String requesterHostname) {}

    @Override
    public List<Integer> snapshotState(long checkpointId) {
        return List.copyOf(unassigned);
    }

    @Override
    public void close() throws IOException {}

    /** Writes the numbers of the partitions. */
    static final class Serializer implements SimpleVersionedSerializer<List<Integer>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Integer> partitions) {
            ByteBuffer buffer = ByteBuffer.allocate(4 * partitions.size());
            partitions.forEach(buffer::putInt);
            return buffer.array();
        }

        @Override
        public List<Integer> deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            List<Integer> partitions = new ArrayList<>();
            while (buffer.hasRemaining()) {
                partitions.add(buffer.getInt());
            }
            return partitions;
        }
    }
}
