package io.slipstream.flink.runtime;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.slipstream.flink.Slipstream;
import io.slipstream.flink.proto.AssignWorkerReply;
import io.slipstream.flink.proto.Batch;
import io.slipstream.flink.proto.CheckPlanReply;
import io.slipstream.flink.proto.ClientFrame;
import io.slipstream.flink.proto.FetchStateRequest;
import io.slipstream.flink.proto.HelloReply;
import io.slipstream.flink.proto.LaneOffer;
import io.slipstream.flink.proto.LaneRef;
import io.slipstream.flink.proto.Open;
import io.slipstream.flink.proto.Opened;
import io.slipstream.flink.proto.OutputBatch;
import io.slipstream.flink.proto.Payload;
import io.slipstream.flink.proto.Result;
import io.slipstream.flink.proto.ServerFrame;
import io.slipstream.flink.proto.StateBlob;
import io.slipstream.flink.sidecar.SidecarMethods;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A sidecar in this JVM that speaks the protocol over a Unix socket and answers each batch with the batch itself, unless the test
 * says otherwise. Held back, answers wait until the test lets them go.
 */
final class FakeSidecar implements AutoCloseable {

    /** What the test changes of an answer. */
    interface Answer {
        ServerFrame.Builder of(ClientFrame frame, Result.Builder echo);
    }

    final List<Open> opened = new CopyOnWriteArrayList<>();
    final List<Long> epochs = new CopyOnWriteArrayList<>();
    final List<ClientFrame> frames = new CopyOnWriteArrayList<>();
    final AtomicInteger inFlightMax = new AtomicInteger();
    volatile int credits = 3;
    volatile boolean laneAccepted = true;
    volatile boolean held;
    /** What FetchState gives out. */
    volatile Function<FetchStateRequest, List<StateBlob>> blobs = request -> List.of();
    volatile Answer answer = (frame, echo) -> ServerFrame.newBuilder().setResult(echo);

    private final LinkedBlockingQueue<Runnable> heldAnswers = new LinkedBlockingQueue<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final EventLoopGroup loop = new EpollEventLoopGroup(1);
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final Path socket;
    private final Server server;

    FakeSidecar(Path directory) throws IOException {
        socket = directory.resolve("fake.sock");
        server = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toString()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .executor((Executor) worker)
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .addService(ServerServiceDefinition.builder("slipstream.v1.Control")
                        .addMethod(SidecarMethods.HELLO, ServerCalls.asyncUnaryCall((request, reply) -> answer(
                                reply,
                                HelloReply.newBuilder()
                                        .setProtocolVersion(Slipstream.PROTOCOL_VERSION)
                                        .setLaneAccepted(laneAccepted)
                                        .build())))
                        .addMethod(SidecarMethods.CHECK_PLAN, ServerCalls.asyncUnaryCall(
                                (request, reply) -> answer(reply, CheckPlanReply.getDefaultInstance())))
                        .addMethod(SidecarMethods.ASSIGN_WORKER, ServerCalls.asyncUnaryCall((request, reply) ->
                                answer(reply, AssignWorkerReply.newBuilder().setTarget(address()).build())))
                        .build())
                .addService(ServerServiceDefinition.builder("slipstream.v1.Worker")
                        .addMethod(SidecarMethods.RUN, ServerCalls.asyncBidiStreamingCall(Stream::new))
                        .addMethod(SidecarMethods.FETCH_STATE, ServerCalls.asyncServerStreamingCall((request, reply) -> {
                            blobs.apply(request).forEach(reply::onNext);
                            reply.onCompleted();
                        }))
                        .build())
                .build()
                .start();
    }

    String address() {
        return "unix:" + socket;
    }

    /** Lets the answers go that were held back so far. */
    void release(int count) {
        for (int i = 0; i < count; i++) {
            try {
                worker.execute(heldAnswers.take());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** As if the process were killed. */
    void die() {
        server.shutdownNow();
        loop.shutdownGracefully(0, 0, java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        die();
        worker.shutdownNow();
    }

    private static <A> void answer(StreamObserver<A> observer, A reply) {
        observer.onNext(reply);
        observer.onCompleted();
    }

    private final class Stream implements StreamObserver<ClientFrame> {
        private final StreamObserver<ServerFrame> answers;
        private LaneOffer lane;
        private RandomAccessFile laneInput;
        private RandomAccessFile laneOutput;

        Stream(StreamObserver<ServerFrame> answers) {
            this.answers = answers;
        }

        @Override
        public void onNext(ClientFrame frame) {
            frames.add(frame);
            epochs.add(frame.getEpoch());
            switch (frame.getBodyCase()) {
                case OPEN -> open(frame);
                case CLOSE -> answers.onCompleted();
                case BATCH -> {
                    inFlightMax.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    ServerFrame.Builder echo = answer.of(frame, echo(frame.getBatch()));
                    later(() -> {
                        inFlight.decrementAndGet();
                        send(frame, echo);
                    });
                }
                default -> later(() -> send(frame, answer.of(frame, Result.newBuilder())));
            }
        }

        private void later(Runnable send) {
            if (held) {
                heldAnswers.add(send);
            } else {
                send.run();
            }
        }

        private void open(ClientFrame frame) {
            opened.add(frame.getOpen());
            boolean offered = frame.getOpen().hasLane();
            if (offered) {
                lane = frame.getOpen().getLane();
                try {
                    laneInput = new RandomAccessFile(lane.getInputPath(), "r");
                    laneOutput = new RandomAccessFile(lane.getOutputPath(), "rw");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            send(frame, ServerFrame.newBuilder().setOpened(Opened.newBuilder().setLaneInUse(offered)));
        }

        private Result.Builder echo(Batch batch) {
            try {
                byte[] bytes;
                Payload payload = batch.getPayload();
                if (payload.hasLane()) {
                    bytes = new byte[payload.getLane().getLength()];
                    laneInput.seek((long) payload.getLane().getSlot() * lane.getSlotBytes());
                    laneInput.readFully(bytes);
                } else {
                    bytes = payload.getInline().toByteArray();
                }
                Payload.Builder out = Payload.newBuilder();
                if (lane != null && bytes.length <= lane.getSlotBytes()) {
                    laneOutput.seek((long) batch.getOutputSlot() * lane.getSlotBytes());
                    laneOutput.write(bytes);
                    out.setLane(LaneRef.newBuilder().setSlot(batch.getOutputSlot()).setLength(bytes.length));
                } else {
                    out.setInline(ByteString.copyFrom(bytes));
                }
                return Result.newBuilder()
                        .setRowsIn(batch.getRowCount())
                        .addOutputs(OutputBatch.newBuilder().setRowCount(batch.getRowCount()).setPayload(out));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void send(ClientFrame frame, ServerFrame.Builder body) {
            answers.onNext(body.setSequence(frame.getSequence()).setCredits(credits).build());
        }

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }
}
