package io.slipstream.flink.sidecar;

import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.AssignWorkerRequest;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import org.apache.flink.configuration.ReadableConfig;

/** One user of a sidecar: the planner, or one subtask. Must be closed; a managed sidecar ends when its last user is gone. */
public final class SidecarClient implements AutoCloseable {

    private SidecarClient() {}

    /** Starts (managed mode, first user in this JVM) or reaches the sidecar and says Hello. */
    public static SidecarClient connect(ReadableConfig config) throws SidecarUnavailableException {
        throw new SidecarUnavailableException("not there yet");
    }

    /** Which nodes run here, and as what fragments. */
    public CheckPlanReply checkPlan(CheckPlanRequest request) throws SidecarUnavailableException {
        throw new SidecarUnavailableException("not there yet");
    }

    /** The endpoint for the stream of one subtask. */
    public AssignWorkerReply assignWorker(AssignWorkerRequest request) throws SidecarUnavailableException {
        throw new SidecarUnavailableException("not there yet");
    }

    @Override
    public void close() {}
}
