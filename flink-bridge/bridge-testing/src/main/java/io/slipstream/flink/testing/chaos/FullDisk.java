package io.slipstream.flink.testing.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A small file system without a free byte, while it is open. */
final class FullDisk implements AutoCloseable {

    private static final int BLOCK_BYTES = 4096;
    /** Whoever names a directory on a large disk made a mistake. */
    private static final long BYTES_MAX = 256L << 20;

    private final Path filler;

    FullDisk(Path directory) throws IOException {
        if (Files.getFileStore(directory).getUsableSpace() > BYTES_MAX) {
            throw new IOException("expected a small file system of its own at " + directory);
        }
        filler = directory.resolve("filler");
        try (FileChannel channel = FileChannel.open(filler, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
            while (Files.getFileStore(directory).getUsableSpace() > 0) {
                channel.write(block.clear());
            }
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(filler);
    }
}
