package io.slipstream.flink.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's storage: made and formatted at the start, removed at the end. */
final class LogDirectory {

    private LogDirectory() {}

    /** Makes a new directory below {@code parent} and formats it, as {@code kafka-storage.sh format} does. */
    static Path create(Path parent) throws Exception {
        Files.createDirectories(parent);
        Path directory = Files.createTempDirectory(parent, "slipstream-broker-");
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                .setNodeId(BrokerConfig.NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .addDirectory(directory.toString())
                .setMetadataLogDirectory(directory.toString())
                .setControllerListenerName(BrokerConfig.CONTROLLER_LISTENER)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setUnstableFeatureVersionsEnabled(false)
                .run();
        return directory;
    }

    /** Removes the directory and everything in it; files that another thread removed meanwhile are fine. */
    static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
                if (error instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw error;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException error) throws IOException {
                Files.deleteIfExists(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
