package io.slipstream.flink.testing.chaos;

import java.util.List;

/** The managed sidecars of this JVM. */
final class SidecarProcesses {

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
}
