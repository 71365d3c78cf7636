package io.slipstream.flink.runtime;

import io.grpc.ClientCall;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.slipstream.flink.proto.FetchStateRequest;
import io.slipstream.flink.proto.StateBlob;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.flink.runtime.state.AsyncSnapshotCallable;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * The asynchronous part of a checkpoint: fetches the blobs of a snapshot that the sidecar has taken at the barrier, and writes
 * them as Flink's KeyedStateCheckpointOutputStream would, which can only be written to in the synchronous part. The stream of
 * batches goes on meanwhile. Read by {@link KeyedRestore}.
 */
final class KeyedSnapshot extends AsyncSnapshotCallable<SnapshotResult<KeyedStateHandle>> {

    /** What the sidecar has announced, and will give out once. */
    record Taken(long checkpointId, int blobCount, long blobBytes) {}

    private final FragmentStream stream;
    private final Taken taken;
    private final KeyGroupRange range;
    private final CheckpointStreamFactory factory;

    KeyedSnapshot(FragmentStream stream, Taken taken, KeyGroupRange range, CheckpointStreamFactory factory) {
        this.stream = stream;
        this.taken = taken;
        this.range = range;
        this.factory = factory;
    }

    @Override
    protected SnapshotResult<KeyedStateHandle> callInternal() throws Exception {
        if (taken.blobCount() == 0) {
            return SnapshotResult.empty();
        }
        ClientCall<FetchStateRequest, StateBlob> call = stream.newFetch();
        snapshotCloseableRegistry.registerCloseable(() -> call.cancel("the checkpoint has ended", null));
        CheckpointStateOutputStream target = factory.createCheckpointStateOutputStream(CheckpointedStateScope.EXCLUSIVE);
        snapshotCloseableRegistry.registerCloseable(target);
        long[] offsets = new long[range.getNumberOfKeyGroups()];
        Arrays.fill(offsets, KeyedStateCheckpointOutputStream.NO_OFFSET_SET);
        try {
            write(ClientCalls.blockingServerStreamingCall(call, stream.fetchRequest(taken.checkpointId())), offsets, target);
        } catch (StatusRuntimeException e) {
            throw new IOException(stream.loss(e.getStatus()), e);
        }
        if (!snapshotCloseableRegistry.unregisterCloseable(target)) {
            throw new IOException("checkpoint " + taken.checkpointId() + " has ended");
        }
        StreamStateHandle written = target.closeAndGetHandle();
        return written == null
                ? SnapshotResult.empty()
                : SnapshotResult.of(
                        new KeyGroupsStateHandle(new KeyGroupRangeOffsets(range, offsets), written));
    }

    private void write(Iterator<StateBlob> blobs, long[] offsets, CheckpointStateOutputStream target) throws IOException {
        DataOutputStream length = new DataOutputStream(target);
        int blobCount = 0;
        long blobBytes = 0;
        while (blobs.hasNext()) {
            StateBlob blob = blobs.next();
            int keyGroup = blob.getKeyGroup();
            int index = keyGroup - range.getStartKeyGroup();
            if (!range.contains(keyGroup) || offsets[index] != KeyedStateCheckpointOutputStream.NO_OFFSET_SET) {
                throw new IOException("SLIP-5001: expected state of the key groups " + range.getStartKeyGroup() + " to "
                        + range.getEndKeyGroup() + ", once each, found key group " + keyGroup);
            }
            offsets[index] = target.getPos();
            length.writeInt(blob.getContent().size());
            blob.getContent().writeTo(target);
            blobCount++;
            blobBytes += blob.getContent().size();
        }
        if (blobCount != taken.blobCount() || blobBytes != taken.blobBytes()) {
            throw new IOException("SLIP-5001: expected " + taken.blobCount() + " blobs of " + taken.blobBytes()
                    + " bytes in snapshot " + taken.checkpointId() + ", found " + blobCount + " of " + blobBytes);
        }
    }

    @Override
    protected void cleanupProvidedResources() {
        // The sidecar drops what nobody has fetched when it takes the next snapshot or the stream closes.
    }
}
