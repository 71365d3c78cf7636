package io.slipstream.flink.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.utils.Time;

/** The broker of {@link BrokerMain} in the test's JVM. */
public final class TestBroker implements AutoCloseable {

    private final Path logDir;
    private final KafkaRaftServer server;
    private final String bootstrapServers;

    public TestBroker(Path directory) throws Exception {
        logDir = LogDirectory.create(directory);
        int[] ports = BrokerConfig.freePorts(2);
        server = new KafkaRaftServer(new KafkaConfig(BrokerConfig.properties(logDir, ports[0], ports[1])), Time.SYSTEM);
        server.startup();
        bootstrapServers = BrokerConfig.bootstrapServers(ports[0]);
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public void createTopic(String topic, int partitionCount, Map<String, String> config) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(topic, partitionCount, (short) 1).configs(config))).all().get();
        }
    }

    @Override
    public void close() throws Exception {
        server.shutdown();
        server.awaitShutdown();
        LogDirectory.delete(logDir);
    }
}
