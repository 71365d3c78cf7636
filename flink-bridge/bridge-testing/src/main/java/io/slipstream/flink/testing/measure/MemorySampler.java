package io.slipstream.flink.testing.measure;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The greatest use of memory while it is open, looked at twice a second. For the JVM: heap in use (garbage included), class and
 * code memory, direct and mapped buffers; its resident size would only tell how far the heap has ever grown. For its children: resident size.
 */
public final class MemorySampler implements AutoCloseable {

    private static final long INTERVAL_MS = 500;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final List<BufferPoolMXBean> buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
    private final Thread thread = new Thread(this::run, "sampler-memory");
    private volatile long jvmBytesMax;
    private volatile long childrenBytesMax;

    public MemorySampler() {
        thread.setDaemon(true);
        thread.start();
    }

    public long jvmBytesMax() {
        return jvmBytesMax;
    }

    public long childrenBytesMax() {
        return childrenBytesMax;
    }

    private void run() {
        try {
            while (true) {
                sample();
                Thread.sleep(INTERVAL_MS);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() {
        long jvm = memory.getHeapMemoryUsage().getUsed() + memory.getNonHeapMemoryUsage().getUsed();
        for (BufferPoolMXBean pool : buffers) {
            jvm += pool.getMemoryUsed();
        }
        long children = ProcessHandle.current().descendants().mapToLong(child -> residentBytes(child.pid())).sum();
        jvmBytesMax = Math.max(jvmBytesMax, jvm);
        childrenBytesMax = Math.max(childrenBytesMax, children);
    }

    private static long residentBytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException ended) {
            return 0;
        }
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
