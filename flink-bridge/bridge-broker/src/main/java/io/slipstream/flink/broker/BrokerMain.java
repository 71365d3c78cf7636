package io.slipstream.flink.broker;

import java.io.IOException;
import java.nio.file.Path;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker in KRaft mode, in a JVM of its own, on 127.0.0.1 and free ports, over storage that lives as long as the process.
 *
 * <p>Arguments: the directory below which the log directory is made. Prints {@code READY host:port} when clients can connect. Ends when
 * its standard input is closed, so that it never outlives the process that started it.
 */
public final class BrokerMain {

    private BrokerMain() {}

    /** Runs until standard input ends; the exit code is 1 when the broker does not start. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1) {
            System.err.println("usage: BrokerMain DIRECTORY");
            System.exit(2);
        }
        Path logDir = LogDirectory.create(Path.of(arguments[0]).toAbsolutePath());
        // Registered before anything can fail; runs at a signal, too. Kafka registers no hook for an embedded server.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteQuietly(logDir), "delete-log-dir"));
        int[] ports = BrokerConfig.freePorts(2);
        KafkaConfig config = new KafkaConfig(BrokerConfig.properties(logDir, ports[0], ports[1]));
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        try {
            server.startup();
            System.out.println("READY " + BrokerConfig.bootstrapServers(ports[0]));
            System.out.flush();
            waitForEndOfInput();
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().exit(1);
        }
        // A clean shutdown flushes and hands over leadership, which nobody needs: the storage goes with the process.
        Runtime.getRuntime().exit(0);
    }

    private static void waitForEndOfInput() throws IOException {
        byte[] ignored = new byte[256];
        while (System.in.read(ignored) >= 0) {
            Thread.onSpinWait();
        }
    }

    private static void deleteQuietly(Path logDir) {
        try {
            LogDirectory.delete(logDir);
            // The broker's own threads may have made a file meanwhile (a checkpoint of offsets); the second pass takes it.
            if (logDir.toFile().exists()) {
                LogDirectory.delete(logDir);
            }
        } catch (IOException e) {
            System.err.println("could not remove " + logDir + ": " + e);
        }
    }
}
