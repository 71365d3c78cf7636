package io.slipstream.flink.sidecar;

import io.slipstream.flink.SlipstreamOptions;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/**
 * The command line of a managed sidecar. Equal commands share a process.
 *
 * @param directory where the directory of its sockets is made
 */
record SidecarCommand(String node, Path bundle, int workers, long memoryBytesMax, Optional<Integer> metricsPort, Path directory) {

    private static final String BUNDLE_FILE = "slipstream-sidecar.mjs";
    /** Below it a worker has no room for a stream. */
    private static final long WORKER_BYTES_MIN = 4 << 20;

    static SidecarCommand of(ReadableConfig config) throws SidecarUnavailableException {
        int workers = config.getOptional(SlipstreamOptions.SIDECAR_WORKERS).orElseGet(() -> Runtime.getRuntime().availableProcessors());
        if (workers < 1) {
            throw new SidecarUnavailableException("expected slipstream.sidecar.workers of at least 1, found " + workers);
        }
        long memoryBytesMax = config.get(SlipstreamOptions.SIDECAR_MEMORY_MAX).getBytes();
        if (memoryBytesMax / workers < WORKER_BYTES_MIN) {
            throw new SidecarUnavailableException(
                    "expected slipstream.sidecar.memory.max of at least 4 mb for each of the " + workers + " workers, found "
                            + memoryBytesMax + " bytes");
        }
        return new SidecarCommand(
                given(config, SlipstreamOptions.SIDECAR_NODE).orElse(SlipstreamOptions.SIDECAR_NODE.defaultValue()),
                bundle(config),
                workers,
                memoryBytesMax,
                config.getOptional(SlipstreamOptions.SIDECAR_METRICS_PORT),
                Path.of(config.getOptional(SlipstreamOptions.SIDECAR_DIRECTORY).orElse(System.getProperty("java.io.tmpdir"))));
    }

    List<String> arguments(Path socketDirectory) {
        List<String> arguments = new ArrayList<>(List.of(
                node,
                // Its heaps are small, and helper threads of the collector cost more than they save: half the CPU with payloads inline.
                "--single-threaded-gc",
                bundle.toString(),
                "--socket-dir",
                socketDirectory.toString(),
                "--workers",
                Integer.toString(workers),
                "--memory-limit",
                Long.toString(memoryBytesMax),
                "--parent-pid",
                Long.toString(ProcessHandle.current().pid())));
        metricsPort.ifPresent(port -> arguments.addAll(List.of("--metrics-port", port.toString())));
        return arguments;
    }

    private static Path bundle(ReadableConfig config) throws SidecarUnavailableException {
        Optional<String> given = given(config, SlipstreamOptions.SIDECAR_BUNDLE);
        Path bundle = given.isPresent() ? Path.of(given.get()) : besideOurJar();
        if (!Files.isReadable(bundle)) {
            throw new SidecarUnavailableException(
                    "the sidecar's program is not at " + bundle + ": put " + BUNDLE_FILE
                            + " beside the bridge's jar, or name it in slipstream.sidecar.bundle");
        }
        return bundle.toAbsolutePath();
    }

    /** The planner's class loader may hold this class as well: its code source is the same jar. */
    private static Path besideOurJar() throws SidecarUnavailableException {
        CodeSource source = SidecarCommand.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            throw new SidecarUnavailableException("slipstream.sidecar.bundle is not set, and the bridge's own jar cannot be found");
        }
        try {
            return Path.of(source.getLocation().toURI()).resolveSibling(BUNDLE_FILE);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new SidecarUnavailableException(
                    "slipstream.sidecar.bundle is not set, and the bridge's jar is not a file: " + source.getLocation());
        }
    }

    /** The option, else the system property of that name, else the environment variable (SLIPSTREAM_SIDECAR_BUNDLE …). */
    private static Optional<String> given(ReadableConfig config, ConfigOption<String> option) {
        return config.getOptional(option)
                .or(() -> Optional.ofNullable(System.getProperty(option.key())))
                .or(() -> Optional.ofNullable(System.getenv(option.key().toUpperCase(java.util.Locale.ROOT).replaceAll("[.-]", "_"))));
    }
}
