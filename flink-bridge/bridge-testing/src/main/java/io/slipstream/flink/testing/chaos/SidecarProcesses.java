package io.slipstream.flink.testing.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The managed sidecars of this JVM. */
final class SidecarProcesses {

    private static final long OBEY_MS = 5000;

    private SidecarProcesses() {}

    static List<ProcessHandle> alive() {
        return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList();
    }

    /** SIGKILL to each; returns how many there were. */
    static int kill() {
        List<ProcessHandle> alive = alive();
        alive.forEach(ProcessHandle::destroyForcibly);
        return alive.size();
    }

    /** A worker thread runs out of heap; false when none obeyed in time. */
    static boolean killWorker(Path chaosDirectory, int index) throws IOException, InterruptedException {
        Path order = Files.writeString(chaosDirectory.resolve("worker-" + index), "heap");
        long deadlineNs = System.nanoTime() + OBEY_MS * 1_000_000;
        while (Files.exists(order)) {
            if (System.nanoTime() > deadlineNs) {
                return !Files.deleteIfExists(order);
            }
            Thread.sleep(20);
        }
        return true;
    }
}
