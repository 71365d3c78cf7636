package io.slipstream.flink.sidecar;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;

/** gRPC channels to the sidecar. */
final class Channels {

    /** Several batches per direction, so that the window never stops one. */
    private static final int WINDOW_BYTES = 8 << 20;

    private static final long KEEP_ALIVE_SECONDS = 4;
    private static final long KEEP_ALIVE_TIMEOUT_SECONDS = 4;

    private Channels() {}

    /**
     * A channel that is not connected yet. Over TCP the peer is asked for a sign of life every few seconds: a host that is gone
     * closes no connection, and a task must not wait for it.
     */
    static ManagedChannel open(SidecarAddress address, @Nullable Tls tls) throws SidecarUnavailableException {
        NettyChannelBuilder builder;
        if (address.isUnixSocket()) {
            if (!Epoll.isAvailable()) {
                throw new SidecarUnavailableException(
                        "Unix sockets need Linux's epoll on x86-64 or arm64: " + Epoll.unavailabilityCause().getMessage());
            }
            builder = NettyChannelBuilder.forAddress(new DomainSocketAddress(address.path()))
                    .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                    .eventLoopGroup(UnixLoop.GROUP)
                    // Taken out again: gRPC sets it, and Netty warns that a Unix socket has none.
                    .withOption(ChannelOption.SO_KEEPALIVE, null)
                    // Node's HTTP/2 refuses the path of a socket as an authority.
                    .overrideAuthority("localhost")
                    .usePlaintext();
        } else {
            builder = NettyChannelBuilder.forAddress(new InetSocketAddress(address.host(), address.port()))
                    .channelType(NioSocketChannel.class, InetSocketAddress.class)
                    .eventLoopGroup(TcpLoop.GROUP)
                    .overrideAuthority(address.host())
                    .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                    .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (tls != null) {
                builder.sslContext(tls.context());
            } else if (address.isLoopback()) {
                builder.usePlaintext();
            } else {
                throw new SidecarUnavailableException(
                        "the Slipstream sidecar at " + address + " is on another host: that needs the options slipstream.sidecar.tls.*");
            }
        }
        return builder.directExecutor()
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .flowControlWindow(WINDOW_BYTES)
                .build();
    }

    /** One thread serves all subtasks: it only moves small messages. */
    private static final class UnixLoop {
        static final EventLoopGroup GROUP = new EpollEventLoopGroup(1, new DefaultThreadFactory("slipstream-grpc", true));
    }

    private static final class TcpLoop {
        static final EventLoopGroup GROUP = new NioEventLoopGroup(1, new DefaultThreadFactory("slipstream-grpc-tcp", true));
    }
}
