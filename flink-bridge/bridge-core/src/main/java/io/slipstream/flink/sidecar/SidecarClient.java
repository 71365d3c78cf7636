package io.slipstream.flink.sidecar;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.slipstream.flink.Slipstream;
import io.slipstream.flink.SlipstreamOptions;
import io.slipstream.flink.SlipstreamOptions.SidecarMode;
import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.AssignWorkerRequest;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.HelloReply;
import io.slipstream.flink.proto.HelloRequest;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** One user of a sidecar: the planner, or one subtask. Must be closed; a managed sidecar ends when its last user is gone. */
public final class SidecarClient implements AutoCloseable {

    private final @Nullable ManagedSidecar managed;
    private final SidecarAddress control;
    private final @Nullable Tls tls;
    private final ManagedChannel channel;
    private final Duration requestTimeout;
    private HelloReply hello;

    private SidecarClient(
            @Nullable ManagedSidecar managed, SidecarAddress control, @Nullable Tls tls, Duration requestTimeout)
            throws SidecarUnavailableException {
        this.managed = managed;
        this.control = control;
        this.tls = tls;
        this.requestTimeout = requestTimeout;
        this.channel = Channels.open(control, tls);
    }

    /** Starts (managed mode, first user in this JVM) or reaches the sidecar and says Hello. */
    public static SidecarClient connect(ReadableConfig config) throws SidecarUnavailableException {
        Duration requestTimeout = config.get(SlipstreamOptions.SIDECAR_REQUEST_TIMEOUT);
        if (config.get(SlipstreamOptions.SIDECAR_MODE) == SidecarMode.EXTERNAL) {
            String address = config.getOptional(SlipstreamOptions.SIDECAR_ADDRESS)
                    .orElseThrow(() -> new SidecarUnavailableException(
                            "slipstream.sidecar.mode is external, and slipstream.sidecar.address is not set"));
            return greeted(null, SidecarAddress.parse(address), Tls.of(config), requestTimeout);
        }
        ManagedSidecar managed = ManagedSidecar.acquire(
                SidecarCommand.of(config),
                config.get(SlipstreamOptions.SIDECAR_START_TIMEOUT),
                config.get(SlipstreamOptions.SIDECAR_IDLE_TIMEOUT));
        try {
            return greeted(managed, SidecarAddress.parse(managed.control()), null, requestTimeout);
        } catch (SidecarUnavailableException | RuntimeException e) {
            managed.release();
            throw e;
        }
    }

    private static SidecarClient greeted(
            @Nullable ManagedSidecar managed, SidecarAddress address, @Nullable Tls tls, Duration requestTimeout)
            throws SidecarUnavailableException {
        SidecarClient client = new SidecarClient(managed, address, tls, requestTimeout);
        try {
            client.hello = client.sayHello();
            return client;
        } catch (SidecarUnavailableException | RuntimeException e) {
            client.channel.shutdownNow();
            throw e;
        }
    }

    private HelloReply sayHello() throws SidecarUnavailableException {
        HelloReply reply = call(
                SidecarMethods.HELLO,
                HelloRequest.newBuilder()
                        .setProtocolVersion(Slipstream.PROTOCOL_VERSION)
                        .setBridgeVersion(Slipstream.VERSION)
                        .setFlinkVersion(EnvironmentInformation.getVersion())
                        .setHostId(HostId.current())
                        .build());
        if (reply.getProtocolVersion() != Slipstream.PROTOCOL_VERSION) {
            throw new SidecarUnavailableException(
                    "expected protocol version " + Slipstream.PROTOCOL_VERSION + " of the Slipstream sidecar, found "
                            + reply.getProtocolVersion() + " (sidecar " + reply.getSidecarVersion() + ")");
        }
        return reply;
    }

    public HelloReply hello() {
        return hello;
    }

    /** Which nodes run here, and as what fragments. */
    public CheckPlanReply checkPlan(CheckPlanRequest request) throws SidecarUnavailableException {
        return call(SidecarMethods.CHECK_PLAN, request);
    }

    /** The endpoint for the stream of one subtask. */
    public AssignWorkerReply assignWorker(AssignWorkerRequest request) throws SidecarUnavailableException {
        return call(SidecarMethods.ASSIGN_WORKER, request);
    }

    /** A channel to a worker's endpoint; the caller shuts it down. */
    public ManagedChannel openWorker(AssignWorkerReply worker) throws SidecarUnavailableException {
        return Channels.open(SidecarAddress.parse(worker.getTarget()), tls);
    }

    /** Why a call or stream ended that should not have: the process's end where we know it, else what gRPC says. */
    public String describeLoss(Status status) {
        String detail = status.getDescription() == null ? status.getCode().toString() : status.getDescription();
        if (status.getCause() != null) {
            // gRPC's own text is often no more than "io exception".
            Throwable cause = innermost(status.getCause());
            detail += ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage());
        }
        if (managed != null && status.getCode() == Status.Code.UNAVAILABLE) {
            return SidecarProcess.endOf(managed.process()) + " (" + detail + ")";
        }
        return "the connection to the Slipstream sidecar at " + control + " was lost: " + detail;
    }

    @Override
    public void close() {
        channel.shutdownNow();
        if (managed != null) {
            managed.release();
        }
    }

    private <Q extends Message, A extends Message> A call(MethodDescriptor<Q, A> method, Q request)
            throws SidecarUnavailableException {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(requestTimeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return ClientCalls.blockingUnaryCall(channel, method, options, request);
        } catch (StatusRuntimeException e) {
            if (managed == null && isNothingThere(e.getStatus())) {
                throw new SidecarUnavailableException(
                        "nothing listens at " + control + ": start the sidecar there, or let the bridge start one"
                                + " ('slipstream.sidecar.mode' = 'managed')");
            }
            throw new SidecarUnavailableException(
                    e.getStatus().getCode() == Status.Code.UNAVAILABLE
                            ? describeLoss(e.getStatus())
                            : "the Slipstream sidecar at " + control + " refused " + method.getBareMethodName() + ": " + e.getStatus());
        }
    }

    /** Of a Unix socket that does not exist Netty makes a FileNotFoundException without a text. */
    private static boolean isNothingThere(Status status) {
        if (status.getCode() != Status.Code.UNAVAILABLE || status.getCause() == null) {
            return false;
        }
        Throwable cause = innermost(status.getCause());
        return cause instanceof FileNotFoundException
                || cause instanceof ConnectException && String.valueOf(cause.getMessage()).contains("refused");
    }

    private static Throwable innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
