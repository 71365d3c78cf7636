package io.slipstream.flink.runtime;

import com.google.protobuf.ByteString;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.FetchStateRequest;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.SnapshotResult;
import io.slipstream.flink.proto.StateBlob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** What a sidecar would do of {@code SELECT key, COUNT(*) … GROUP BY key}: emits "key:count" for each row; the lane is off. */
class CountingFragment implements FakeSidecar.Answer {

    private final int maxParallelism;
    /** By key group, then key. */
    private final Map<Integer, Map<Long, Long>> counts = new TreeMap<>();

    private final Map<Integer, byte[]> snapshot = new TreeMap<>();
    private long snapshotId = -1;

    CountingFragment(int maxParallelism) {
        this.maxParallelism = maxParallelism;
    }

    @Override
    public ServerFrame.Builder of(ClientFrame frame, Result.Builder echo) {
        return switch (frame.getBodyCase()) {
            case BATCH -> ServerFrame.newBuilder().setResult(count(frame.getBatch()));
            case RESTORE -> {
                frame.getRestore().getBlobsList().forEach(this::restore);
                yield ServerFrame.newBuilder().setResult(echo);
            }
            case SNAPSHOT -> ServerFrame.newBuilder().setSnapshot(take(frame.getSnapshot().getCheckpointId()));
            default -> ServerFrame.newBuilder().setResult(echo);
        };
    }

    int keyCount() {
        return counts.values().stream().mapToInt(Map::size).sum();
    }

    private Result count(Batch batch) {
        RowBatchBuilder rows = new RowBatchBuilder(new RowDataSerializer(FragmentHarness.ROW));
        ByteBuffer payload = batch.getPayload().getInline().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        try {
            RowBatch.forEach(payload, batch.getRowCount(), FragmentHarness.ROW.getFieldCount(), null, row -> {
                long key = row.getLong(0);
                long count = countsOf(KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism)).merge(key, 1L, Long::sum);
                rows.add(GenericRowData.of(key, StringData.fromString(Long.toString(count))));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Result.newBuilder()
                .setRowsIn(batch.getRowCount())
                .addOutputs(OutputBatch.newBuilder()
                        .setRowCount(batch.getRowCount())
                        .setPayload(Payload.newBuilder().setInline(ByteString.copyFrom(rows.take()))))
                .build();
    }

    private Map<Long, Long> countsOf(int keyGroup) {
        return counts.computeIfAbsent(keyGroup, group -> new TreeMap<>());
    }

    private SnapshotResult take(long checkpointId) {
        snapshot.clear();
        snapshotId = checkpointId;
        counts.forEach((keyGroup, byKey) -> {
            ByteBuffer blob = ByteBuffer.allocate(byKey.size() * 2 * Long.BYTES);
            byKey.forEach((key, count) -> blob.putLong(key).putLong(count));
            snapshot.put(keyGroup, blob.array());
        });
        return SnapshotResult.newBuilder()
                .setCheckpointId(checkpointId)
                .setBlobCount(snapshot.size())
                .setBlobBytes(snapshot.values().stream().mapToLong(blob -> blob.length).sum())
                .build();
    }

    /** Once, as the sidecar gives them out. */
    List<StateBlob> fetch(FetchStateRequest request) {
        if (request.getCheckpointId() != snapshotId) {
            return List.of();
        }
        List<StateBlob> blobs = new ArrayList<>();
        snapshot.forEach((keyGroup, blob) ->
                blobs.add(StateBlob.newBuilder().setKeyGroup(keyGroup).setContent(ByteString.copyFrom(blob)).build()));
        snapshot.clear();
        return blobs;
    }

    private void restore(StateBlob blob) {
        ByteBuffer content = blob.getContent().asReadOnlyByteBuffer();
        while (content.hasRemaining()) {
            countsOf(blob.getKeyGroup()).put(content.getLong(), content.getLong());
        }
    }
}
