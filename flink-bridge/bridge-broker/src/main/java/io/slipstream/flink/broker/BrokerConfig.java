package io.slipstream.flink.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a single-node KRaft cluster on the loopback interface: controller and broker in one process, every internal topic with
 * one replica.
 */
final class BrokerConfig {

    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String HOST = "127.0.0.1";

    private BrokerConfig() {}

    /** Returns server properties; {@code brokerPort} and {@code controllerPort} must be free. */
    static Map<String, String> properties(Path logDir, int brokerPort, int controllerPort) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", String.valueOf(NODE_ID));
        properties.put("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
        properties.put("controller.listener.names", CONTROLLER_LISTENER);
        properties.put("listeners", "PLAINTEXT://" + HOST + ":" + brokerPort + "," + CONTROLLER_LISTENER + "://" + HOST + ":" + controllerPort);
        properties.put("advertised.listeners", "PLAINTEXT://" + HOST + ":" + brokerPort);
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        properties.put("log.dirs", logDir.toString());
        putReplication(properties);
        putLimits(properties);
        return properties;
    }

    private static void putReplication(Map<String, String> properties) {
        properties.put("offsets.topic.replication.factor", "1");
        properties.put("offsets.topic.num.partitions", "1");
        properties.put("transaction.state.log.replication.factor", "1");
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("transaction.state.log.num.partitions", "1");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        properties.put("group.initial.rebalance.delay.ms", "0");
    }

    private static void putLimits(Map<String, String> properties) {
        // Events keep their own, old timestamps: nothing may expire while a benchmark runs.
        properties.put("log.retention.ms", "-1");
        properties.put("log.segment.bytes", String.valueOf(512 << 20));
        properties.put("log.cleaner.enable", "false");
        properties.put("log.segment.delete.delay.ms", "1000");
        properties.put("message.max.bytes", String.valueOf(64 << 20));
        properties.put("auto.create.topics.enable", "false");
        properties.put("transaction.max.timeout.ms", String.valueOf(3_600_000));
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "2");
    }

    /** Returns {@code count} different ports that are free at this moment. */
    static int[] freePorts(int count) {
        ServerSocket[] sockets = new ServerSocket[count];
        int[] ports = new int[count];
        try {
            for (int i = 0; i < count; i++) {
                sockets[i] = new ServerSocket(0, 1, InetAddress.getByName(HOST));
                ports[i] = sockets[i].getLocalPort();
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on " + HOST, e);
        }
        return ports;
    }

    static String bootstrapServers(int brokerPort) {
        return HOST + ":" + brokerPort;
    }
}
