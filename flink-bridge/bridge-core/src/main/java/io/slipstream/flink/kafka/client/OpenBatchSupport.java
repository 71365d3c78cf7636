package io.slipstream.flink.kafka.client;

import io.slipstream.flink.kafka.Reflection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.AppInfoParser;

/** Which producers let us append to their batches: those that do nothing else with a record, and are of the version we know. */
final class OpenBatchSupport {

    /** The client that the connector was built with, and we with it. */
    private static final String CLIENT_VERSION = "4.2.0";

    /** Where the SQL connector carries that client; it has left out the file that names the version. */
    private static final String SHADED = ".shaded.";

    private static final String VERSION_UNKNOWN = "unknown";

    private OpenBatchSupport() {}

    /** Null when {@link OpenBatches} may be used; otherwise why each record has to be sent. */
    static @Nullable String refusal(KafkaProducer<?, ?> producer, WriterInitContext context) {
        String refusal = versionRefusal();
        if (refusal == null) {
            refusal = configRefusal((ProducerConfig) Reflection.field(producer, "producerConfig"));
        }
        if (refusal == null && context.metadataConsumer().isPresent()) {
            refusal = "somebody wants to know where each record went";
        }
        return refusal != null ? refusal : fieldsRefusal();
    }

    private static @Nullable String versionRefusal() {
        String version = AppInfoParser.getVersion();
        boolean shaded = KafkaProducer.class.getName().contains(SHADED);
        return version.equals(CLIENT_VERSION) || shaded && version.equals(VERSION_UNKNOWN)
                ? null
                : "the Kafka client is of version " + version + ", expected " + CLIENT_VERSION;
    }

    private static @Nullable String configRefusal(ProducerConfig config) {
        List<String> interceptors = config.getList(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
        if (interceptors != null && !interceptors.isEmpty()) {
            return "'" + ProducerConfig.INTERCEPTOR_CLASSES_CONFIG + "' is set";
        }
        if (config.getClass(ProducerConfig.PARTITIONER_CLASS_CONFIG) != null) {
            return "'" + ProducerConfig.PARTITIONER_CLASS_CONFIG + "' is set";
        }
        for (String option : List.of(
                ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, ProducerConfig.TRANSACTION_TWO_PHASE_COMMIT_ENABLE_CONFIG)) {
            if (config.getBoolean(option)) {
                return "'" + option + "' is on";
            }
        }
        String compression = config.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG);
        if (!compression.equals(CompressionType.NONE.name)) {
            return "'" + ProducerConfig.COMPRESSION_TYPE_CONFIG + "' is " + compression;
        }
        for (String option : List.of(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG)) {
            if (config.getClass(option) != ByteArraySerializer.class) {
                return "'" + option + "' is set";
            }
        }
        return null;
    }

    private static @Nullable String fieldsRefusal() {
        try {
            Class.forName(BatchFields.class.getName());
            return null;
        } catch (ClassNotFoundException | LinkageError e) {
            return "the Kafka client's batches cannot be reached: " + e;
        }
    }
}
