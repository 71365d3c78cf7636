package io.slipstream.flink.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.proto.LaneOffer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneTest {

    @TempDir
    Path directory;

    @Test
    void bytesCrossBothWaysAlsoAfterTheFilesAreGone() throws IOException {
        Lane lane = Lane.create(directory, 128, 3);
        LaneOffer offer = lane.offer();
        try (RandomAccessFile input = new RandomAccessFile(offer.getInputPath(), "r");
                RandomAccessFile output = new RandomAccessFile(offer.getOutputPath(), "rw")) {
            lane.unlink();
            lane.write(2, 3, new byte[] {9, 8, 7, 6}, 1, 3);
            input.seek(2 * 128 + 3);
            assertThat(new int[] {input.read(), input.read(), input.read(), input.read()}).containsExactly(8, 7, 6, 0);
            output.seek(128 + 64);
            output.write(new byte[] {1, 0, 0, 0, 2});
            ByteBuffer read = lane.read(1, 64, 5);
            assertThat(read.getInt(0)).isEqualTo(1);
            assertThat(read.get(4)).isEqualTo((byte) 2);
            assertThat(read.limit()).isEqualTo(5);
        }
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void onlyTheUserMayEnterAndRead() throws IOException {
        Lane lane = Lane.create(directory, 64, 1);
        Path input = Path.of(lane.offer().getInputPath());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(input.getParent()))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(input))).isEqualTo("rw-------");
        assertThat(Files.size(input)).isEqualTo(64);
        lane.unlink();
    }

    @Test
    void aDirectoryWithoutRoomIsAnException() throws IOException {
        assertThatThrownBy(() -> Lane.create(directory.resolve("none"), 64, 1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Lane.create(directory, 1 << 30, 4)).isInstanceOf(IOException.class).hasMessageContaining("2 GiB");
        assertThatThrownBy(() -> Lane.create(directory, 100, 1)).hasMessageContaining("multiple of 64");
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aFullFileSystemIsToldFromADirectoryThatIsNotThere() throws IOException {
        long usableBytes = Files.getFileStore(directory).getUsableSpace();
        assertThat(LaneFullException.isFull(directory, 4096)).isFalse();
        assertThat(LaneFullException.isFull(directory, 2 * usableBytes + 1)).isTrue();
        assertThat(LaneFullException.isFull(directory.resolve("none"), Long.MAX_VALUE)).isFalse();
        assertThat(new LaneFullException(directory, 8 << 20, new IOException("No space left on device")))
                .hasMessageStartingWith("SLIP-2006: no room for 8192 KiB of shared memory in " + directory)
                .hasMessageContaining("slipstream.lane.directory")
                .hasMessageContaining("No space left on device")
                .hasNoCause();
    }

    @Test
    void aDirectoryThatWasChosenIsTakenWhateverItsSizeAndOneThatIsNotThereIsReplaced() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        assertThat(Lane.parentDirectory(directory.toString(), false)).isEqualTo(directory);
        assertThat(Lane.parentDirectory(directory.resolve("none").toString(), false)).isEqualTo(temporary);
        assertThat(Lane.parentDirectory(directory.resolve("none").toString(), true)).isEqualTo(temporary);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -64, 63, Integer.MAX_VALUE})
    void refusesSlotsThatItCannotHave(int slotBytes) {
        assertThatThrownBy(() -> Lane.create(directory, slotBytes, 3)).isInstanceOf(IOException.class);
    }
}
