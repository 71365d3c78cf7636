package io.slipstream.flink.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells whether two processes run under one kernel, and so can share memory. */
final class HostId {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private HostId() {}

    /** Empty where the system has no such id: then nothing is shared. */
    static String current() {
        if (!Files.isReadable(BOOT_ID)) {
            return "";
        }
        try {
            return Files.readString(BOOT_ID).trim();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + BOOT_ID, e);
        }
    }
}
