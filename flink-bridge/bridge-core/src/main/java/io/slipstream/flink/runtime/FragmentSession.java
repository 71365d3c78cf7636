package io.slipstream.flink.runtime;

import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.lane.Lane;
import io.slipstream.flink.lane.LaneFullException;
import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.AssignWorkerRequest;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.Failure;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.sidecar.SidecarClient;
import io.slipstream.flink.sidecar.SidecarUnavailableException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ReadableConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything of a subtask that has to be given back: its share of the sidecar, its stream, its lane and the slots of it. */
final class FragmentSession {

    private static final Logger LOG = LoggerFactory.getLogger(FragmentSession.class);

    private final SidecarClient client;
    private final FragmentStream stream;
    private final int[] freeSlots;
    private int freeSlotCount;
    private @Nullable Lane lane;
    private OptionalLong openedTimerMs = OptionalLong.empty();
    private int credits;

    private FragmentSession(SidecarClient client, FragmentStream stream, @Nullable Lane lane, int slotCount) {
        this.client = client;
        this.stream = stream;
        this.lane = lane;
        this.freeSlots = new int[slotCount];
        for (int slot = 0; slot < slotCount; slot++) {
            freeSlots[freeSlotCount++] = slotCount - 1 - slot;
        }
    }

    /** Opens the stream and waits until the sidecar has taken the plan and the lane. */
    static FragmentSession open(ReadableConfig config, Open.Builder open, long epoch, Runnable onAnswer) throws Exception {
        SidecarClient client = SidecarClient.connect(config);
        FragmentSession session = null;
        try {
            AssignWorkerReply worker = client.assignWorker(AssignWorkerRequest.newBuilder()
                    .setJobId(open.getJobId())
                    .setFragmentId(open.getFragmentId())
                    .setSubtaskIndex(open.getSubtaskIndex())
                    .build());
            int slotCount = Math.max(1, config.get(SlipstreamOptions.BATCH_MAX_IN_FLIGHT));
            Lane lane = client.hello().getLaneAccepted() ? createLane(config, slotCount) : null;
            FragmentStream stream = openStream(client, worker, epoch, onAnswer, lane);
            session = new FragmentSession(client, stream, lane, slotCount);
            session.handshake(open, config.get(SlipstreamOptions.SIDECAR_START_TIMEOUT).toMillis());
            return session;
        } catch (Exception e) {
            if (session == null) {
                client.close();
            } else {
                session.close(false);
            }
            throw e;
        }
    }

    private static FragmentStream openStream(
            SidecarClient client, AssignWorkerReply worker, long epoch, Runnable onAnswer, @Nullable Lane lane)
            throws SidecarUnavailableException {
        try {
            return new FragmentStream(client, worker, epoch, onAnswer);
        } catch (SidecarUnavailableException e) {
            if (lane != null) {
                lane.unlink();
            }
            throw e;
        }
    }

    /** Null when records have to travel inside the messages; the log says why when that was not asked for. */
    private static @Nullable Lane createLane(ReadableConfig config, int slotCount) throws LaneFullException {
        if (!config.get(SlipstreamOptions.LANE_ENABLED)) {
            return null;
        }
        try {
            return Lane.create(
                    Lane.parentDirectory(
                            config.get(SlipstreamOptions.LANE_DIRECTORY),
                            config.getOptional(SlipstreamOptions.LANE_DIRECTORY).isEmpty()),
                    (int) Math.min(Integer.MAX_VALUE, config.get(SlipstreamOptions.LANE_SLOT_SIZE).getBytes()),
                    slotCount);
        } catch (LaneFullException e) {
            throw e;
        } catch (IOException e) {
            LOG.warn("No shared memory for the Slipstream sidecar, payloads travel inside the messages: {}", e.toString());
            return null;
        }
    }

    private void handshake(Open.Builder open, long timeoutMs) throws IOException, InterruptedException, TimeoutException {
        if (lane != null) {
            open.setLane(lane.offer());
        }
        ServerFrame answer = stream.open(open.build(), timeoutMs);
        if (answer.getBodyCase() == ServerFrame.BodyCase.FAILURE) {
            Failure failure = answer.getFailure();
            throw new IOException(
                    "the Slipstream sidecar has refused fragment " + open.getFragmentId() + ": " + failure.getCode() + " "
                            + failure.getMessage());
        }
        answered(answer);
        if (answer.getOpened().getHasTimer()) {
            openedTimerMs = OptionalLong.of(answer.getOpened().getTimerMs());
        }
        if (lane != null) {
            lane.unlink();
            if (!answer.getOpened().getLaneInUse()) {
                LOG.warn("The Slipstream sidecar cannot open the shared memory, payloads travel inside the messages");
                lane = null;
            }
        }
    }

    FragmentStream stream() {
        return stream;
    }

    /** Processing time at which the fragment wants to be called although nothing has arrived. */
    OptionalLong openedTimerMs() {
        return openedTimerMs;
    }

    @Nullable Lane lane() {
        return lane;
    }

    /** Whether one more batch may be sent now. */
    boolean maySend() {
        int inFlight = freeSlots.length - freeSlotCount;
        return freeSlotCount > 0 && inFlight < Math.max(1, credits);
    }

    int inFlight() {
        return freeSlots.length - freeSlotCount;
    }

    /** Takes a slot and sends the batch; returns the slot. */
    int send(Batch.Builder batch, byte[] payload) {
        int slot = freeSlots[--freeSlotCount];
        batch.setOutputSlot(slot);
        if (lane != null && payload.length <= lane.slotBytes()) {
            lane.write(slot, 0, payload, 0, payload.length);
            stream.sendBatch(batch, slot, payload.length, null);
        } else {
            stream.sendBatch(batch, slot, 0, payload);
        }
        return slot;
    }

    void freeSlot(int slot) {
        freeSlots[freeSlotCount++] = slot;
    }

    void answered(ServerFrame answer) {
        credits = answer.getCredits();
    }

    /** Never waits. */
    void close(boolean orderly) {
        stream.close(orderly);
        if (lane != null) {
            lane.unlink();
        }
        client.close();
    }
}
