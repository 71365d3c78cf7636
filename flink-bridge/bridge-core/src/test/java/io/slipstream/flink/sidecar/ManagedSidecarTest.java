package io.slipstream.flink.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipstream.flink.SlipstreamOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The process is a shell script that behaves as the sidecar does at its edges: ready line, end with its standard input. */
@Timeout(60)
class ManagedSidecarTest {

    private static final String READY = "echo '{\"ready\":true,\"control\":\"unix:'$2'/control.sock\",\"pid\":'$$'}'\n";
    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration NEVER_IDLE = Duration.ofHours(1);

    @TempDir
    Path directory;

    @Test
    void usersOfOneCommandShareAProcessUntilItDies() throws Exception {
        SidecarCommand command = command("shared.sh", READY + "cat > /dev/null");
        ManagedSidecar first = ManagedSidecar.acquire(command, START, NEVER_IDLE);
        ManagedSidecar second = ManagedSidecar.acquire(command, START, NEVER_IDLE);
        assertThat(second.process().pid()).isEqualTo(first.process().pid());
        assertThat(first.control()).startsWith("unix:" + directory + "/slipstream-sidecar-" + ProcessHandle.current().pid() + "-");

        first.process().destroyForcibly().waitFor();
        assertThat(SidecarProcess.endOf(first.process()))
                .isEqualTo("the Slipstream sidecar (pid " + first.process().pid() + ") ended with exit code 137 (signal 9)");
        ManagedSidecar third = ManagedSidecar.acquire(command, START, NEVER_IDLE);
        assertThat(third.process().pid()).isNotEqualTo(first.process().pid());
        third.process().destroyForcibly();
    }

    @Test
    void theLastUsersReleaseStopsTheProcessAndLeavesNothing() throws Exception {
        SidecarCommand command = command("idle.sh", READY + "cat > /dev/null");
        ManagedSidecar first = ManagedSidecar.acquire(command, START, Duration.ofMillis(50));
        ManagedSidecar second = ManagedSidecar.acquire(command, START, Duration.ofMillis(50));
        first.release();
        first.release();
        Thread.sleep(300);
        assertThat(first.process().isAlive()).isTrue();
        second.release();
        assertThat(second.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
        second.process().onExit().get();
        Path sockets = Path.of(second.control().substring("unix:".length())).getParent();
        for (int i = 0; i < 100 && Files.exists(sockets); i++) {
            Thread.sleep(20);
        }
        assertThat(sockets).doesNotExist();
    }

    @Test
    void theProcessEndsWithItsStandardInput() throws Exception {
        ManagedSidecar sidecar = ManagedSidecar.acquire(command("eof.sh", READY + "cat > /dev/null"), START, NEVER_IDLE);
        sidecar.process().getOutputStream().close();
        assertThat(sidecar.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theLogNamesTheAddressOfTheMetrics() throws Exception {
        ObjectMapper json = new ObjectMapper();
        assertThat(SidecarProcess.readyText(17, json.readTree("{\"control\":\"unix:/s\",\"metricsPort\":9100}")))
                .isEqualTo("Slipstream sidecar (pid 17) is ready at unix:/s, metrics at http://127.0.0.1:9100/metrics");
        assertThat(SidecarProcess.readyText(17, json.readTree("{\"control\":\"unix:/s\",\"metricsPort\":null}")))
                .isEqualTo("Slipstream sidecar (pid 17) is ready at unix:/s");
    }

    @Test
    void aProcessThatEndsAtOnceSaysWhy() throws Exception {
        SidecarCommand command = command("broken.sh", "echo 'SyntaxError: no'; exit 3");
        assertThatThrownBy(() -> ManagedSidecar.acquire(command, START, NEVER_IDLE))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageContaining("ended with exit code 3 before it was ready")
                .hasMessageContaining("SyntaxError: no");
    }

    @Test
    void aProcessThatIsNeverReadyIsGivenUp() throws Exception {
        SidecarCommand command = command("slow.sh", "cat > /dev/null");
        assertThatThrownBy(() -> ManagedSidecar.acquire(command, Duration.ofMillis(300), NEVER_IDLE))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageContaining("was not ready within 300 ms")
                .hasNoCause();
    }

    @Test
    void whatIsMissingIsNamed() {
        Configuration config = new Configuration();
        config.set(SlipstreamOptions.SIDECAR_BUNDLE, directory.resolve("none.mjs").toString());
        assertThatThrownBy(() -> SidecarClient.connect(config))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageContaining("slipstream.sidecar.bundle")
                .hasMessageContaining("none.mjs");

        SidecarCommand noNode = new SidecarCommand("no-such-node", directory, 1, 1, Optional.empty(), directory);
        assertThatThrownBy(() -> ManagedSidecar.acquire(noNode, START, NEVER_IDLE))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageContaining("install Node.js 20 or later")
                .hasMessageContaining("error=2")
                .hasNoCause();
    }

    @Test
    void anExternalSidecarOnAnotherHostNeedsTls() {
        Configuration config = new Configuration();
        config.set(SlipstreamOptions.SIDECAR_MODE, SlipstreamOptions.SidecarMode.EXTERNAL);
        assertThatThrownBy(() -> SidecarClient.connect(config)).hasMessageContaining("slipstream.sidecar.address is not set");
        config.set(SlipstreamOptions.SIDECAR_ADDRESS, "192.0.2.1:7400");
        assertThatThrownBy(() -> SidecarClient.connect(config))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageContaining("is on another host: that needs the options slipstream.sidecar.tls.*");
        config.set(SlipstreamOptions.SIDECAR_ADDRESS, "127.0.0.1:1");
        config.set(SlipstreamOptions.SIDECAR_REQUEST_TIMEOUT, Duration.ofSeconds(5));
        assertThatThrownBy(() -> SidecarClient.connect(config))
                .isInstanceOf(SidecarUnavailableException.class)
                .hasMessageStartingWith("nothing listens at 127.0.0.1:1: start the sidecar there, or let the bridge start one");
        config.set(SlipstreamOptions.SIDECAR_ADDRESS, "nonsense");
        assertThatThrownBy(() -> SidecarClient.connect(config)).hasMessageContaining("expected unix:PATH or HOST:PORT");
    }

    @Test
    void anExternalSidecarThatIsNotThereIsSaidSo() throws IOException {
        Configuration config = new Configuration();
        config.set(SlipstreamOptions.SIDECAR_MODE, SlipstreamOptions.SidecarMode.EXTERNAL);
        config.set(SlipstreamOptions.SIDECAR_REQUEST_TIMEOUT, Duration.ofSeconds(5));
        Path socket = directory.resolve("none.sock");
        config.set(SlipstreamOptions.SIDECAR_ADDRESS, "unix:" + socket);
        String expected = "nothing listens at unix:" + socket + ": start the sidecar there, or let the bridge start one"
                + " ('slipstream.sidecar.mode' = 'managed')";
        assertThatThrownBy(() -> SidecarClient.connect(config)).hasMessage(expected).hasNoCause();
        Files.createFile(socket);
        assertThatThrownBy(() -> SidecarClient.connect(config)).hasMessage(expected);
    }

    @Test
    void halfOfTheTlsFilesAreNotEnough() throws IOException {
        Configuration config = new Configuration();
        config.set(SlipstreamOptions.SIDECAR_MODE, SlipstreamOptions.SidecarMode.EXTERNAL);
        config.set(SlipstreamOptions.SIDECAR_ADDRESS, "192.0.2.1:7400");
        config.set(SlipstreamOptions.TLS_CERTIFICATE, Files.createFile(directory.resolve("cert.pem")).toString());
        assertThatThrownBy(() -> SidecarClient.connect(config)).hasMessageContaining("needs all of");
    }

    @Test
    void whatWasLeftBehindByAProcessThatIsGoneIsRemoved() throws Exception {
        Path stale = Files.createDirectory(directory.resolve("slipstream-x-999999999-1"));
        Files.createFile(stale.resolve("socket"));
        Path young = Files.createDirectory(directory.resolve("slipstream-x-999999998-1"));
        Path ours = Files.createDirectory(directory.resolve("slipstream-x-" + ProcessHandle.current().pid() + "-1"));
        for (Path old : new Path[] {stale, ours}) {
            Files.setLastModifiedTime(old, java.nio.file.attribute.FileTime.fromMillis(0));
        }
        Path made = PrivateDirectories.create(directory, "slipstream-x");
        assertThat(stale).doesNotExist();
        assertThat(young).exists();
        assertThat(ours).exists();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made))).isEqualTo("rwx------");
    }

    private SidecarCommand command(String name, String script) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, script);
        return new SidecarCommand(shell().toString(), file, 1, 1 << 20, Optional.empty(), directory);
    }

    /** In the place of Node: drops the options of the engine, which come before the program. */
    private Path shell() throws IOException {
        Path shell = Files.writeString(
                directory.resolve("shell"), "#!/bin/sh\nwhile case $1 in --*) true;; *) false;; esac do shift; done\nexec /bin/sh \"$@\"\n");
        return Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwx------"));
    }
}
