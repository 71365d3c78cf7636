package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.SnapshotResult;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keyed state of a subtask, which lies in the sidecar: how it gets there from a snapshot and from there into one, as Flink's
 * keyed raw state.
 */
final class FragmentState {

    private static final Logger LOG = LoggerFactory.getLogger(FragmentState.class);

    private final boolean keyed;
    private final String taskName;
    private final KeyGroupRange keyGroups;
    /** What the sidecar has copied for the barrier that is next. */
    private @Nullable KeyedSnapshot.Taken taken;
    /** The last snapshot's way into its checkpoint. */
    private @Nullable RunnableFuture<?> written;

    /** @param keyed false: there is no state, and the key groups are none */
    FragmentState(boolean keyed, TaskInfo task) {
        this.keyed = keyed;
        taskName = task.getTaskNameWithSubtasks();
        keyGroups = keyed
                ? KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                        task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask())
                : KeyGroupRange.EMPTY_KEY_GROUP_RANGE;
    }

    KeyGroupRange keyGroups() {
        return keyGroups;
    }

    /** Returns the processing time at which the restored state wants to be woken, in ms since the epoch. */
    OptionalLong restore(StateInitializationContext context, FragmentSession session, ClassLoader classLoader) throws Exception {
        return keyed && context.isRestored()
                ? new KeyedRestore(session, taskName, keyGroups, classLoader).run(context.getRawKeyedStateInputs())
                : OptionalLong.empty();
    }

    /** Before the sidecar is asked for a snapshot: it keeps one, and the last may still be fetched when checkpoints overlap. */
    void beforeSnapshot() throws InterruptedException {
        taken = null;
        if (written == null) {
            return;
        }
        try {
            written.get();
        } catch (ExecutionException | CancellationException e) {
            LOG.debug("The checkpoint before has failed, as Flink knows", e);
        }
        written = null;
    }

    void snapshotTaken(SnapshotResult snapshot) {
        taken = new KeyedSnapshot.Taken(snapshot.getCheckpointId(), snapshot.getBlobCount(), snapshot.getBlobBytes());
    }

    void afterSnapshot(long checkpointId) {
        takenFor(checkpointId);
        if (!keyed && taken.blobCount() > 0) {
            throw new IllegalStateException("SLIP-9001: keyed state of " + taskName + ", which is to have none");
        }
    }

    private KeyedSnapshot.Taken takenFor(long checkpointId) {
        if (taken == null || taken.checkpointId() != checkpointId) {
            throw new IllegalStateException("SLIP-9001: expected snapshot " + checkpointId + " of " + taskName + ", found " + taken);
        }
        return taken;
    }

    /** Behind the barrier: what is left to be done runs asynchronously. */
    void write(
            long checkpointId,
            FragmentStream stream,
            CheckpointStreamFactory factory,
            CloseableRegistry cancelables,
            OperatorSnapshotFutures futures)
            throws Exception {
        if (!keyed) {
            return;
        }
        RunnableFuture<org.apache.flink.runtime.state.SnapshotResult<KeyedStateHandle>> task =
                new KeyedSnapshot(stream, takenFor(checkpointId), keyGroups, factory).toAsyncSnapshotFutureTask(cancelables);
        taken = null;
        written = task;
        futures.setKeyedStateRawFuture(task);
    }
}
