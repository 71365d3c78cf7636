package io.slipstream.flink.testing.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * CPU time, user and system, of this JVM and of the processes that it has started (a managed sidecar): those that live and those that
 * have ended.
 *
 * @param wallNs {@link System#nanoTime()} of the reading
 */
public record CpuClock(long wallNs, double jvmSeconds, double childrenSeconds) {

    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public static CpuClock now() {
        double children = ProcessStat.ofProcess(ProcessHandle.current().pid()).orElseThrow().reapedCpuMs() / 1e3;
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            children += ProcessStat.ofProcess(child.pid()).map(stat -> (stat.cpuMs() + stat.reapedCpuMs()) / 1e3).orElse(0.0);
        }
        return new CpuClock(System.nanoTime(), SYSTEM.getProcessCpuTime() / 1e9, children);
    }

    /** What passed between the two readings. */
    public Interval until(CpuClock end) {
        return new Interval((end.wallNs - wallNs) / 1e9, end.jvmSeconds - jvmSeconds, end.childrenSeconds - childrenSeconds);
    }

    /** @param sidecarSeconds CPU time of the JVM's children */
    public record Interval(double wallSeconds, double jvmSeconds, double sidecarSeconds) {
        public double cpuSeconds() {
            return jvmSeconds + sidecarSeconds;
        }
    }
}
