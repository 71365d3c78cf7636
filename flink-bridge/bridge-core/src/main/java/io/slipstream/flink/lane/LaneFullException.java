package io.slipstream.flink.lane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file system of the lanes is full (SLIP-2006). The task fails with it, as Flink's tasks do when a disk is full, and starts
 * again when there is room: going on without the lane would cost CPU for as long as the job runs, and nobody would notice.
 */
public final class LaneFullException extends IOException {

    private static final long serialVersionUID = 1L;

    LaneFullException(Path parent, long byteCount, IOException cause) {
        // The message has the cause: the last one of a stack trace is what users read, and this says what to do.
        super("SLIP-2006: no room for " + (byteCount >> 10) + " KiB of shared memory in " + parent + " (" + cause.getMessage()
                + "). Make room there, choose another directory with 'slipstream.lane.directory', or do without shared memory with"
                + " 'slipstream.lane.enabled: false'");
        addSuppressed(cause);
    }

    /** Whether the file system of a directory has less than that many bytes to give. */
    static boolean isFull(Path parent, long byteCount) throws IOException {
        return Files.isDirectory(parent) && Files.getFileStore(parent).getUsableSpace() < byteCount;
    }
}
