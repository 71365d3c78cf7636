package io.slipstream.flink;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Every option of Slipstream. They are read from the table configuration: {@code SET 'slipstream.enabled' = 'true'} in the SQL
 * client, {@code tableEnv.getConfig().set(...)} in code, or the cluster's configuration file.
 */
public final class SlipstreamOptions {

    /** Who starts the sidecar. */
    public enum SidecarMode {
        /** The bridge starts one process per JVM and watches it. */
        MANAGED,
        /** It runs already, at {@link #SIDECAR_ADDRESS}. */
        EXTERNAL
    }

    public static final ConfigOption<Boolean> ENABLED =
            ConfigOptions.key("slipstream.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Run a plan in the sidecar when every node of it is supported. Any other plan runs on stock Flink; EXPLAIN"
                                    + " and the log say why.");

    public static final ConfigOption<List<String>> ALLOW_INCOMPATIBLE =
            ConfigOptions.key("slipstream.allow-incompatible")
                    .stringType()
                    .asList()
                    .defaultValues()
                    .withDescription(
                            "Functions that may run in the sidecar although the last bits of their results can differ from Flink's: names,"
                                    + " separated by ';', as in 'POWER;EXP'. They are ACOS, ASIN, ATAN, ATAN2, COS, EXP, LN, LOG10, LOG2,"
                                    + " POWER, SIN and TAN; docs/coverage.md lists them with all functions. EXPLAIN names the one that"
                                    + " a plan is not accelerated for.");

    public static final ConfigOption<SidecarMode> SIDECAR_MODE =
            ConfigOptions.key("slipstream.sidecar.mode")
                    .enumType(SidecarMode.class)
                    .defaultValue(SidecarMode.MANAGED)
                    .withDescription("'managed': the bridge starts and watches the sidecar. 'external': it runs at 'slipstream.sidecar.address'.");

    public static final ConfigOption<String> SIDECAR_ADDRESS =
            ConfigOptions.key("slipstream.sidecar.address")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Address of an external sidecar: 'unix:/path/to/socket', or 'host:port', which needs the TLS options.");

    public static final ConfigOption<String> SIDECAR_BUNDLE =
            ConfigOptions.key("slipstream.sidecar.bundle")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Path of slipstream-sidecar.mjs. Default: next to the bridge's jar.");

    public static final ConfigOption<String> SIDECAR_NODE =
            ConfigOptions.key("slipstream.sidecar.node")
                    .stringType()
                    .defaultValue("node")
                    .withDescription("The Node.js binary, version 20 or later: a path, or a name that is looked up in PATH.");

    public static final ConfigOption<Integer> SIDECAR_WORKERS =
            ConfigOptions.key("slipstream.sidecar.workers")
                    .intType()
                    .noDefaultValue()
                    .withDescription("Worker threads of a managed sidecar. Default: one per processor.");

    public static final ConfigOption<MemorySize> SIDECAR_MEMORY_MAX =
            ConfigOptions.key("slipstream.sidecar.memory.max")
                    .memoryType()
                    .defaultValue(MemorySize.ofMebiBytes(1024))
                    .withDescription(
                            "Bound on the memory of all workers of a managed sidecar, shared evenly by them; a worker uses at most 2 GiB of"
                                    + " it. Batches at the bound slow the input, state at the bound fails the task (SLIP-4001).");

    public static final ConfigOption<Duration> SIDECAR_START_TIMEOUT =
            ConfigOptions.key("slipstream.sidecar.start-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDescription("How long a managed sidecar may take to answer for the first time.");

    public static final ConfigOption<Duration> SIDECAR_REQUEST_TIMEOUT =
            ConfigOptions.key("slipstream.sidecar.request-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(30))
                    .withDescription("How long the sidecar may take to answer a question about a plan. After that the plan runs on stock Flink.");

    public static final ConfigOption<String> SIDECAR_DIRECTORY =
            ConfigOptions.key("slipstream.sidecar.directory")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("Parent directory of a managed sidecar's sockets. Default: the JVM's temporary directory.");

    public static final ConfigOption<Duration> SIDECAR_IDLE_TIMEOUT =
            ConfigOptions.key("slipstream.sidecar.idle-timeout")
                    .durationType()
                    .defaultValue(Duration.ofSeconds(60))
                    .withDescription("A managed sidecar that nobody in its JVM has used for this long is stopped.");

    public static final ConfigOption<Integer> SIDECAR_METRICS_PORT =
            ConfigOptions.key("slipstream.sidecar.metrics.port")
                    .intType()
                    .noDefaultValue()
                    .withDescription("Port on 127.0.0.1 for the sidecar's metrics as Prometheus text, 0 for any free one. Default: none.");

    public static final ConfigOption<String> TLS_CERTIFICATE =
            ConfigOptions.key("slipstream.sidecar.tls.certificate")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("PEM file with the bridge's certificate chain, for an external sidecar at 'host:port'.");

    public static final ConfigOption<String> TLS_PRIVATE_KEY =
            ConfigOptions.key("slipstream.sidecar.tls.private-key")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("PEM file (PKCS #8) with the key of 'slipstream.sidecar.tls.certificate'.");

    public static final ConfigOption<String> TLS_CA_CERTIFICATE =
            ConfigOptions.key("slipstream.sidecar.tls.ca-certificate")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("PEM file with the authority that has signed the sidecar's certificate.");

    public static final ConfigOption<Boolean> LANE_ENABLED =
            ConfigOptions.key("slipstream.lane.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Hand payloads over through shared memory when both ends run on one host; otherwise they travel in the stream.");

    public static final ConfigOption<String> LANE_DIRECTORY =
            ConfigOptions.key("slipstream.lane.directory")
                    .stringType()
                    .defaultValue("/dev/shm")
                    .withDescription("File system of the shared memory; has to be in memory to be of use. Where the default has less than 256 MB in all, as in many "
                            + "containers, or where the directory cannot be written to, the JVM's temporary directory is taken. A task fails while the file system is full.");

    public static final ConfigOption<MemorySize> LANE_SLOT_SIZE =
            ConfigOptions.key("slipstream.lane.slot-size")
                    .memoryType()
                    .defaultValue(new MemorySize(512 * 1024))
                    .withDescription("Size of a slot; a greater payload travels in the stream.");

    public static final ConfigOption<Integer> BATCH_MAX_ROWS =
            ConfigOptions.key("slipstream.batch.max-rows")
                    .intType()
                    .defaultValue(1000)
                    .withDescription("A batch is sent when it has this many rows. Larger ones leave the processor's cache.");

    public static final ConfigOption<MemorySize> BATCH_MAX_SIZE =
            ConfigOptions.key("slipstream.batch.max-size")
                    .memoryType()
                    .defaultValue(new MemorySize(320 * 1024))
                    .withDescription("A batch is sent when it has this many bytes.");

    public static final ConfigOption<Duration> BATCH_MAX_DELAY =
            ConfigOptions.key("slipstream.batch.max-delay")
                    .durationType()
                    .defaultValue(Duration.ofMillis(10))
                    .withDescription("A batch is sent when its first row has waited this long: the latency that batching may add.");

    public static final ConfigOption<Integer> BATCH_MAX_IN_FLIGHT =
            ConfigOptions.key("slipstream.batch.max-in-flight")
                    .intType()
                    .defaultValue(3)
                    .withDescription("Batches of a subtask that may be on their way at the same time, and slots of its shared memory.");

    public static final ConfigOption<Boolean> RAW_SOURCES =
            ConfigOptions.key("slipstream.raw-sources.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Decode records in the sidecar where it can. When off, Flink decodes and rows cross over.");

    public static final ConfigOption<Boolean> RAW_SINKS =
            ConfigOptions.key("slipstream.raw-sinks.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Encode records in the sidecar where it can. When off, rows cross over and Flink encodes.");

    public static final ConfigOption<Boolean> RAW_SINKS_RECORD_BATCHES =
            ConfigOptions.key("slipstream.raw-sinks.record-batches")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Append encoded records to the batches that the Kafka producer has open. When off, and where the producer compresses, "
                            + "intercepts or partitions by a class of its own, each record is sent with KafkaProducer.send.");

    /**
     * The flag as it applies: where the configuration does not say, the system property of the same name decides for the whole JVM, so
     * that programs that make their own environments (test suites, for example) can run accelerated unchanged.
     *
     * @throws org.apache.flink.configuration.IllegalConfigurationException the value is neither true nor false
     */
    public static boolean isEnabled(ReadableConfig config) {
        return OptionValues.read(config, ENABLED).orElseGet(() -> Boolean.getBoolean(ENABLED.key()));
    }

    private SlipstreamOptions() {}
}
