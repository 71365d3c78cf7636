package io.slipstream.flink.lane;

import io.slipstream.flink.proto.LaneOffer;
import io.slipstream.flink.sidecar.PrivateDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared memory for the payloads of one subtask: a ring of equal slots in one file per direction.
 *
 * <pre>
 * DIRECTORY/slipstream-lane-PID-RANDOM/    0700
 *   input      0600, slotCount × slotBytes, written here
 *   output     0600, the same, written by the sidecar
 * </pre>
 *
 * The files are removed as soon as the sidecar has opened them; the memory goes when both ends have let go of it. Not thread
 * safe: the task's thread owns it.
 */
public final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final String DIRECTORY_PREFIX = "slipstream-lane";
    private static final int ZEROS_BYTES = 64 << 10;
    private static final long DEFAULT_FILE_SYSTEM_BYTES_MIN = 256L << 20;

    private final Path directory;
    private final int slotBytes;
    private final int slotCount;
    private final MappedByteBuffer input;
    private final MappedByteBuffer output;

    private Lane(Path directory, int slotBytes, int slotCount, MappedByteBuffer input, MappedByteBuffer output) {
        this.directory = directory;
        this.slotBytes = slotBytes;
        this.slotCount = slotCount;
        this.input = input;
        this.output = output;
    }

    /**
     * @throws LaneFullException when the file system has no room for them
     * @throws IOException when they cannot be made there at all
     */
    public static Lane create(Path parent, int slotBytes, int slotCount) throws IOException {
        if (Math.multiplyFull(slotBytes, slotCount) > Integer.MAX_VALUE || slotBytes < 64 || slotBytes % 64 != 0) {
            throw new IOException("expected slots of a multiple of 64 bytes, 2 GiB in all, found " + slotCount + " of " + slotBytes);
        }
        long byteCount = 2L * slotBytes * slotCount;
        Path directory;
        try {
            directory = PrivateDirectories.create(parent, DIRECTORY_PREFIX);
        } catch (IOException e) {
            throw LaneFullException.isFull(parent, byteCount) ? new LaneFullException(parent, byteCount, e) : e;
        }
        try {
            MappedByteBuffer input = allocate(directory.resolve("input"), slotBytes * slotCount);
            MappedByteBuffer output = allocate(directory.resolve("output"), slotBytes * slotCount);
            return new Lane(directory, slotBytes, slotCount, input, output);
        } catch (IOException e) {
            // Looked at before anything is deleted, which makes room.
            boolean full = LaneFullException.isFull(parent, byteCount);
            PrivateDirectories.delete(directory);
            throw full ? new LaneFullException(parent, byteCount, e) : e;
        }
    }

    /**
     * Every byte is written once: a page of a sparse file that the file system has no room for would end the JVM with SIGBUS
     * when it is touched through the mapping; here it is an exception.
     */
    private static MappedByteBuffer allocate(Path file, int byteCount) throws IOException {
        Set<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
            for (int written = 0; written < byteCount; ) {
                zeros.clear().limit(Math.min(ZEROS_BYTES, byteCount - written));
                written += channel.write(zeros);
            }
            MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, byteCount);
            mapped.order(ByteOrder.LITTLE_ENDIAN);
            return mapped;
        }
    }

    /**
     * The directory for lanes: the configured one, else the JVM's temporary directory where that does not exist,
     * with a warning when it was chosen.
     *
     * @param isDefault nobody has chosen it: then it has to have some size, too (containers often have a /dev/shm of 64 MB)
     */
    public static Path parentDirectory(String configured, boolean isDefault) throws IOException {
        Path parent = Path.of(configured);
        if (Files.isDirectory(parent)
                && Files.isWritable(parent)
                && (!isDefault || Files.getFileStore(parent).getTotalSpace() >= DEFAULT_FILE_SYSTEM_BYTES_MIN)) {
            return parent;
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        if (Files.isDirectory(temporary) && Files.isWritable(temporary)) {
            if (!isDefault) {
                LOG.warn("slipstream.lane.directory is {}, which is no directory that can be written to: {} is taken", configured, temporary);
            }
            return temporary;
        }
        throw new FileSystemException(configured, temporary.toString(), "neither directory can be written to");
    }

    public LaneOffer offer() {
        return LaneOffer.newBuilder()
                .setInputPath(directory.resolve("input").toString())
                .setOutputPath(directory.resolve("output").toString())
                .setSlotBytes(slotBytes)
                .setSlotCount(slotCount)
                .build();
    }

    public int slotBytes() {
        return slotBytes;
    }

    public int slotCount() {
        return slotCount;
    }

    /** Copies bytes into an input slot, behind {@code slotOffset}. */
    public void write(int slot, int slotOffset, byte[] bytes, int offset, int byteCount) {
        input.put(slot * slotBytes + slotOffset, bytes, offset, byteCount);
    }

    /** A little-endian view of what the sidecar put into an output slot; valid until the slot is offered again. */
    public ByteBuffer read(int slot, int slotOffset, int byteCount) {
        return output.slice(slot * slotBytes + slotOffset, byteCount).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Removes the files; both ends keep what they have open or mapped. */
    public void unlink() {
        PrivateDirectories.delete(directory);
    }
}
