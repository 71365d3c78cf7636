package io.slipstream.flink.testing.measure;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where CPU time goes, by what a thread is for: Linux counts per thread, so this costs nothing while it is not looked at. */
public final class ThreadProfile implements AutoCloseable {

    private static final long INTERVAL_MS = 1000;

    /** First match wins; the kernel keeps 15 characters of a thread's name. */
    private static final List<Map.Entry<String, String>> GROUPS = List.of(
            Map.entry("GC Thread", "gc"),
            Map.entry("G1 ", "gc"),
            Map.entry("VM Thread", "gc"),
            Map.entry("VM Periodic", "vm"),
            Map.entry("C1 Compiler", "jit"),
            Map.entry("C2 Compiler", "jit"),
            Map.entry("Sweeper", "jit"),
            Map.entry("Source Data Fet", "fetcher"),
            Map.entry("kafka-producer", "producer"),
            Map.entry("grpc-", "grpc"),
            Map.entry("epollEvent", "grpc"),
            Map.entry("slipstream", "bridge"),
            Map.entry("sampler", "sampler"),
            Map.entry("flink-", "cluster"),
            Map.entry("pekko", "cluster"),
            Map.entry("jobmanager", "cluster"),
            Map.entry("Async", "checkpoint"),
            Map.entry("kafka-admin", "cluster"),
            Map.entry("Source", "task"),
            Map.entry("nexmark", "task"),
            Map.entry("Calc", "task"),
            Map.entry("Join", "task"),
            Map.entry("Group", "task"),
            Map.entry("Rank", "task"),
            Map.entry("Local", "task"),
            Map.entry("Global", "task"));

    private final Map<String, Long> base;
    /** By process, thread and name: the last value seen, so that threads which end in between are counted. */
    private final Map<String, Long> last = new HashMap<>();
    private final Thread thread = new Thread(this::run, "sampler-threads");

    public ThreadProfile() {
        base = read();
        thread.setDaemon(true);
        thread.start();
    }

    /** CPU seconds by group since the profile was opened, the JVM's under {@code jvm.}, its children's under {@code sidecar.}. */
    public Map<String, Double> seconds() {
        sample();
        Map<String, Double> groups = new TreeMap<>();
        synchronized (last) {
            last.forEach((key, ms) -> {
                double seconds = (ms - base.getOrDefault(key, 0L)) / 1e3;
                if (seconds > 0) {
                    groups.merge(key.substring(key.lastIndexOf('|') + 1), seconds, Double::sum);
                }
            });
        }
        return groups;
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
        Map<String, Long> now = read();
        synchronized (last) {
            last.putAll(now);
        }
    }

    private static Map<String, Long> read() {
        Map<String, Long> threads = new HashMap<>();
        readProcess(ProcessHandle.current().pid(), true, threads);
        ProcessHandle.current().descendants().forEach(child -> readProcess(child.pid(), false, threads));
        return threads;
    }

    private static void readProcess(long pid, boolean jvm, Map<String, Long> threads) {
        File[] tasks = new File("/proc/" + pid + "/task").listFiles();
        if (tasks == null) {
            return;
        }
        for (File task : tasks) {
            ProcessStat.read(Path.of(task.getPath())).ifPresent(stat -> {
                String group = jvm ? "jvm." + group(stat.name()) : "sidecar." + stat.name().replaceAll("\\d+$", "");
                threads.put(pid + "|" + task.getName() + "|" + group, stat.cpuMs());
            });
        }
    }

    private static String group(String thread) {
        for (Map.Entry<String, String> entry : GROUPS) {
            if (thread.startsWith(entry.getKey())) {
                return entry.getValue();
            }
        }
        return "other";
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
