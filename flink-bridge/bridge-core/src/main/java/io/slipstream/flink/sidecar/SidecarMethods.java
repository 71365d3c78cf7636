package io.slipstream.flink.sidecar;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;
import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.AssignWorkerRequest;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.CheckPlanRequest;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.FetchStateRequest;
import io.slipstream.flink.proto.HelloReply;
import io.slipstream.flink.proto.HelloRequest;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.StateBlob;

/** The services of {@code proto/sidecar.proto}. */
public final class SidecarMethods {

    public static final MethodDescriptor<HelloRequest, HelloReply> HELLO =
            method("Control/Hello", MethodType.UNARY, HelloRequest.getDefaultInstance(), HelloReply.getDefaultInstance());

    public static final MethodDescriptor<CheckPlanRequest, CheckPlanReply> CHECK_PLAN =
            method("Control/CheckPlan", MethodType.UNARY, CheckPlanRequest.getDefaultInstance(), CheckPlanReply.getDefaultInstance());

    public static final MethodDescriptor<AssignWorkerRequest, AssignWorkerReply> ASSIGN_WORKER = method(
            "Control/AssignWorker", MethodType.UNARY, AssignWorkerRequest.getDefaultInstance(), AssignWorkerReply.getDefaultInstance());

    public static final MethodDescriptor<ClientFrame, ServerFrame> RUN =
            method("Worker/Run", MethodType.BIDI_STREAMING, ClientFrame.getDefaultInstance(), ServerFrame.getDefaultInstance());

    public static final MethodDescriptor<FetchStateRequest, StateBlob> FETCH_STATE = method(
            "Worker/FetchState", MethodType.SERVER_STREAMING, FetchStateRequest.getDefaultInstance(), StateBlob.getDefaultInstance());

    private SidecarMethods() {}

    private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
            String name, MethodType type, Q request, A reply) {
        return MethodDescriptor.<Q, A>newBuilder()
                .setType(type)
                .setFullMethodName("slipstream.v1." + name)
                .setRequestMarshaller(ProtoUtils.marshaller(request))
                .setResponseMarshaller(ProtoUtils.marshaller(reply))
                .build();
    }
}
