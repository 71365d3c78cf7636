package io.slipstream.flink.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories that only this user may enter (0700), named after the process that made them. What a process left behind that was
 * killed before it could remove it is removed by the next one.
 */
public final class PrivateDirectories {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateDirectories.class);

    /** Younger ones are left alone: another pid namespace may share the parent directory. */
    private static final Duration STALE_AGE_MIN = Duration.ofMinutes(5);

    private PrivateDirectories() {}

    /** Makes {@code parent/prefix-PID-RANDOM}. */
    public static Path create(Path parent, String prefix) throws IOException {
        sweep(parent, prefix);
        return Files.createTempDirectory(
                parent,
                prefix + "-" + ProcessHandle.current().pid() + "-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Removes a directory and what is in it; that it is gone already is fine. */
    public static void delete(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> content = Files.walk(directory)) {
            List<Path> innermostFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : innermostFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // The other process removes its own files at its end, at the same time.
            if (Files.exists(directory)) {
                LOG.warn("Cannot remove {}", directory, e);
            }
        }
    }

    private static void sweep(Path parent, String prefix) throws IOException {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, prefix + "-*")) {
            for (Path candidate : candidates) {
                if (isStale(candidate, prefix)) {
                    delete(candidate);
                }
            }
        }
    }

    private static boolean isStale(Path directory, String prefix) throws IOException {
        String[] parts = directory.getFileName().toString().substring(prefix.length() + 1).split("-");
        if (parts.length != 2 || !parts[0].matches("\\d{1,18}") || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            return false;
        }
        boolean old = Files.getLastModifiedTime(directory).toInstant().isBefore(Instant.now().minus(STALE_AGE_MIN));
        return old && ProcessHandle.of(Long.parseLong(parts[0])).isEmpty();
    }
}
