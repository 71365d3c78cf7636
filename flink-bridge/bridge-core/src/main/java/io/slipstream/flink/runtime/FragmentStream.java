package io.slipstream.flink.runtime;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.Close;
import io.slipstream.flink.proto.EndInput;
import io.slipstream.flink.proto.FetchStateRequest;
import io.slipstream.flink.proto.LaneRef;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Restore;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.Snapshot;
import io.slipstream.flink.proto.StateBlob;
import io.slipstream.flink.proto.Timer;
import io.slipstream.flink.sidecar.SidecarClient;
import io.slipstream.flink.sidecar.SidecarMethods;
import io.slipstream.flink.sidecar.SidecarUnavailableException;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.annotation.Nullable;

/**
 * One {@code Run} call. Frames are sent, and answers taken, by the task's thread; gRPC's thread puts the answers into a queue
 * and tells the operator. At most the credits' number of answers is ever in the queue.
 */
final class FragmentStream {

    private final SidecarClient client;
    private final ManagedChannel channel;
    private final ClientCall<ClientFrame, ServerFrame> call;
    private final long epoch;
    /** Answers in their order, then, when the call has ended, its {@link Status}. */
    private final LinkedBlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    private final ClientFrame.Builder frame = ClientFrame.newBuilder();
    private String jobId = "";
    private String fragmentId = "";
    private int subtaskIndex;
    private long sequence;
    private boolean ended;

    /** @param onAnswer called on gRPC's thread after something was put into the queue */
    FragmentStream(SidecarClient client, AssignWorkerReply worker, long epoch, Runnable onAnswer)
            throws SidecarUnavailableException {
        this.client = client;
        this.epoch = epoch;
        this.channel = client.openWorker(worker);
        this.call = channel.newCall(SidecarMethods.RUN, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(ServerFrame answer) {
                        answers.add(answer);
                        call.request(1);
                        onAnswer.run();
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        answers.add(status);
                        onAnswer.run();
                    }
                },
                new Metadata());
        call.request(1);
    }

    /** Sends Open and waits for its answer. */
    ServerFrame open(Open open, long timeoutMs) throws IOException, InterruptedException, TimeoutException {
        jobId = open.getJobId();
        fragmentId = open.getFragmentId();
        subtaskIndex = open.getSubtaskIndex();
        send(frame.clear().setOpen(open));
        Object answer = answers.poll(timeoutMs, TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw new TimeoutException(
                    "the Slipstream sidecar has not opened fragment " + open.getFragmentId() + " within " + timeoutMs + " ms");
        }
        return answerOf(answer);
    }

    /** Sends a batch whose payload lies in the lane's slot (byteCount > 0), or inline. */
    long sendBatch(Batch.Builder batch, int slot, int laneByteCount, @Nullable byte[] inline) {
        Payload.Builder payload = batch.getPayloadBuilder();
        if (inline == null) {
            payload.setLane(LaneRef.newBuilder().setSlot(slot).setLength(laneByteCount));
        } else {
            payload.setInline(UnsafeByteOperations.unsafeWrap(inline));
        }
        return send(frame.clear().setBatch(batch));
    }

    long sendEndInput(int input) {
        return send(frame.clear().setEndInput(EndInput.newBuilder().setInput(input)));
    }

    long sendWatermark(int input, long timestampMs) {
        return send(frame.clear()
                .setWatermark(io.slipstream.flink.proto.Watermark.newBuilder().setInput(input).setTimestampMs(timestampMs)));
    }

    /** Processing time has reached what a result has asked for. */
    long sendTimer(long timestampMs) {
        return send(frame.clear().setTimer(Timer.newBuilder().setTimestampMs(timestampMs)));
    }

    long sendSnapshot(long checkpointId) {
        return send(frame.clear().setSnapshot(Snapshot.newBuilder().setCheckpointId(checkpointId)));
    }

    long sendRestore(Restore restore) {
        return send(frame.clear().setRestore(restore));
    }

    /** A call beside the stream, not started yet; any thread may use it. */
    ClientCall<FetchStateRequest, StateBlob> newFetch() {
        return channel.newCall(SidecarMethods.FETCH_STATE, CallOptions.DEFAULT);
    }

    /** What {@link #newFetch} has to ask for. */
    FetchStateRequest fetchRequest(long checkpointId) {
        return FetchStateRequest.newBuilder()
                .setJobId(jobId)
                .setFragmentId(fragmentId)
                .setSubtaskIndex(subtaskIndex)
                .setEpoch(epoch)
                .setCheckpointId(checkpointId)
                .build();
    }

    /** What the status says of a call that has failed. */
    String loss(Status status) {
        return client.describeLoss(status);
    }

    /** The next answer if there is one. */
    @Nullable ServerFrame poll() throws IOException {
        Object answer = answers.poll();
        return answer == null ? null : answerOf(answer);
    }

    /** Waits for the next answer; the task's cancellation interrupts it. */
    ServerFrame take() throws IOException, InterruptedException {
        return answerOf(answers.take());
    }

    /** Says goodbye where the other end still listens, and lets go of the connection. Never waits. */
    void close(boolean orderly) {
        if (orderly && !ended) {
            send(frame.clear().setClose(Close.getDefaultInstance()));
            call.halfClose();
            channel.shutdown();
        } else {
            call.cancel("the task has ended", null);
            channel.shutdownNow();
        }
    }

    private long send(ClientFrame.Builder next) {
        sequence++;
        call.sendMessage(next.setSequence(sequence).setEpoch(epoch).build());
        return sequence;
    }

    private ServerFrame answerOf(Object answer) throws IOException {
        if (answer instanceof ServerFrame serverFrame) {
            return serverFrame;
        }
        ended = true;
        // Whoever asks again gets the same answer instead of waiting for ever.
        answers.add(answer);
        throw new IOException(client.describeLoss((Status) answer));
    }
}
