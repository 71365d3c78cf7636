package io.slipstream.flink.testing.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A line of {@code /proc/PID/stat}.
 *
 * @param cpuMs user and system time of all its threads
 * @param reapedCpuMs the same of its children that have ended
 */
record ProcessStat(String name, long parentPid, long cpuMs, long reapedCpuMs) {

    /** Linux counts in hundredths of a second on every platform that the JVM runs on. */
    private static final long TICK_MS = 10;

    /** Empty when the process (or thread) has ended meanwhile. */
    static Optional<ProcessStat> read(Path directory) {
        try {
            return Optional.of(parse(Files.readString(directory.resolve("stat"))));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    static Optional<ProcessStat> ofProcess(long pid) {
        return read(Path.of("/proc", Long.toString(pid)));
    }

    static ProcessStat parse(String line) {
        // The name is in parentheses and may contain spaces and parentheses itself.
        int nameEnd = line.lastIndexOf(')');
        String name = line.substring(line.indexOf('(') + 1, nameEnd);
        String[] fields = line.substring(nameEnd + 2).split(" ");
        return new ProcessStat(name, Long.parseLong(fields[1]), ticksMs(fields, 11), ticksMs(fields, 13));
    }

    /** Sum of two neighbouring counters. */
    private static long ticksMs(String[] fields, int index) {
        return (Long.parseLong(fields[index]) + Long.parseLong(fields[index + 1])) * TICK_MS;
    }
}
