package io.slipstream.flink.runtime;

import com.google.protobuf.UnsafeByteOperations;
import io.slipstream.flink.proto.Restore;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.StateBlob;
import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.OptionalLong;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;

/**
 * Gives the keyed raw state of a snapshot to the sidecar, before anything else is sent: per key group an i32 length and so many
 * bytes, written by {@link KeyedSnapshot} and opaque here. A few MB are in memory at a time. What cannot be read fails the task.
 */
final class KeyedRestore {

    private static final int FRAME_BYTES = 4 << 20;
    /** The next frame is read while the sidecar takes in the last one. */
    private static final int FRAMES_IN_FLIGHT = 2;

    private final FragmentSession session;
    private final String taskName;
    private final KeyGroupRange range;
    private final ClassLoader classLoader;
    private final BitSet restored = new BitSet();
    private final Restore.Builder frame = Restore.newBuilder();
    private long frameBytes;
    private int inFlight;
    private OptionalLong timerMs = OptionalLong.empty();

    KeyedRestore(FragmentSession session, String taskName, KeyGroupRange range, ClassLoader classLoader) {
        this.session = session;
        this.taskName = taskName;
        this.range = range;
        this.classLoader = classLoader;
    }

    /** Returns the processing time at which the restored state wants to be woken, in ms since the epoch. */
    OptionalLong run(Iterable<KeyGroupStatePartitionStreamProvider> keyGroups) throws Exception {
        for (KeyGroupStatePartitionStreamProvider keyGroup : keyGroups) {
            add(keyGroup);
            if (frameBytes >= FRAME_BYTES) {
                send();
            }
        }
        if (frameBytes > 0) {
            send();
        }
        while (inFlight > 0) {
            takeAnswer();
        }
        return timerMs;
    }

    private void add(KeyGroupStatePartitionStreamProvider provider) throws IOException {
        int keyGroup = provider.getKeyGroupId();
        if (!range.contains(keyGroup) || restored.get(keyGroup)) {
            throw new IOException("SLIP-5001: expected state of the key groups " + range.getStartKeyGroup() + " to "
                    + range.getEndKeyGroup() + " of " + taskName + ", once each, found key group " + keyGroup
                    + (restored.get(keyGroup) ? " twice" : ""));
        }
        restored.set(keyGroup);
        byte[] content = read(keyGroup, provider.getStream());
        frame.addBlobs(StateBlob.newBuilder().setKeyGroup(keyGroup).setContent(UnsafeByteOperations.unsafeWrap(content)));
        frameBytes += content.length + Integer.BYTES;
    }

    /** The stream goes on with other key groups: Flink closes it. */
    private byte[] read(int keyGroup, InputStream stream) throws IOException {
        byte[] head = stream.readNBytes(Integer.BYTES);
        if (head.length < Integer.BYTES) {
            throw truncated(keyGroup, "a length of " + Integer.BYTES + " bytes", head.length);
        }
        int byteCount = (head[0] & 0xff) << 24 | (head[1] & 0xff) << 16 | (head[2] & 0xff) << 8 | (head[3] & 0xff);
        if (byteCount < 0) {
            throw new IOException("SLIP-5001: expected a length in front of the state of key group " + keyGroup + " of " + taskName
                    + ", found " + byteCount + ": the snapshot was written by something else");
        }
        byte[] content = stream.readNBytes(byteCount);
        if (content.length < byteCount) {
            throw truncated(keyGroup, byteCount + " bytes", content.length);
        }
        return content;
    }

    private IOException truncated(int keyGroup, String expected, int found) {
        return new IOException("SLIP-5001: expected " + expected + " of state of key group " + keyGroup + " of " + taskName
                + ", found " + found + ": the snapshot is cut off");
    }

    private void send() throws Exception {
        while (inFlight >= FRAMES_IN_FLIGHT) {
            takeAnswer();
        }
        session.stream().sendRestore(frame.build());
        inFlight++;
        frame.clear();
        frameBytes = 0;
    }

    private void takeAnswer() throws Exception {
        ServerFrame answer = session.stream().take();
        inFlight--;
        session.answered(answer);
        if (answer.getBodyCase() == ServerFrame.BodyCase.FAILURE) {
            throw JavaFailures.exceptionOf(answer.getFailure(), classLoader);
        }
        if (answer.getBodyCase() != ServerFrame.BodyCase.RESULT) {
            throw new IllegalStateException("SLIP-9001: unexpected answer " + answer.getBodyCase() + " to restored state");
        }
        Result result = answer.getResult();
        if (result.getHasTimer()) {
            timerMs = OptionalLong.of(result.getTimerMs());
        }
    }
}
