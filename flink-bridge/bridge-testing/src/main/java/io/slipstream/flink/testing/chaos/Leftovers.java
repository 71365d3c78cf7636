package io.slipstream.flink.testing.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a job leaves behind in directories that were made for it alone, and processes that outlive it. */
final class Leftovers {

    private static final long PATIENCE_MS = 15_000;

    private Leftovers() {}

    /** Waits for everything to go, a while; names what stays. */
    static List<String> await(List<Path> directories) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        List<String> found = find(directories);
        while (!found.isEmpty() && System.nanoTime() < deadlineNs) {
            Thread.sleep(200);
            found = find(directories);
        }
        return found;
    }

    private static List<String> find(List<Path> directories) throws IOException {
        List<String> found = new ArrayList<>();
        SidecarProcesses.alive().forEach(process -> found.add("process " + process.pid() + " " + process.info().commandLine().orElse("")));
        for (Path directory : directories) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.filter(file -> !file.equals(directory)).forEach(file -> found.add("file " + file));
            }
        }
        return found;
    }
}
