package io.slipstream.flink.sidecar;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a sidecar and forwards what it prints to the log. It says {@code {"ready":true,"control":"unix:…","pid":…,"metricsPort":…}} once; its
 * standard input stays open as long as this JVM lives, and it ends when that closes, however this JVM ends.
 */
final class SidecarProcess {

    private static final Logger LOG = LoggerFactory.getLogger("io.slipstream.sidecar");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LINES_KEPT_MAX = 20;

    private final Process process;
    private final CompletableFuture<String> control = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private SidecarProcess(Process process) {
        this.process = process;
    }

    /** What a started sidecar is known by, in JDK types. */
    record Started(Process process, String control) {}

    static Started start(SidecarCommand command, Path socketDirectory, Duration timeout) throws SidecarUnavailableException {
        Process process;
        try {
            process = new ProcessBuilder(command.arguments(socketDirectory)).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new SidecarUnavailableException(
                    "the Slipstream sidecar cannot be started with '" + command.node()
                            + "': install Node.js 20 or later, or name it in slipstream.sidecar.node (" + e.getMessage() + ")");
        }
        SidecarProcess started = new SidecarProcess(process);
        Thread reader = new Thread(started::forwardOutput, "slipstream-sidecar-" + process.pid());
        reader.setDaemon(true);
        // Not the task's: this thread outlives it.
        reader.setContextClassLoader(null);
        reader.start();
        return new Started(process, started.awaitReady(timeout));
    }

    private String awaitReady(Duration timeout) throws SidecarUnavailableException {
        try {
            return control.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw new SidecarUnavailableException(
                    "the Slipstream sidecar (pid " + process.pid() + ") was not ready within " + timeout.toMillis() + " ms" + tail());
        } catch (ExecutionException e) {
            process.destroyForcibly();
            throw new SidecarUnavailableException(e.getCause().getMessage());
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new SidecarUnavailableException("interrupted while the Slipstream sidecar was starting");
        }
    }

    private void forwardOutput() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            String line;
            while ((line = reader.readLine()) != null) {
                forward(line);
            }
        } catch (IOException e) {
            LOG.debug("The output of the sidecar (pid {}) ended", process.pid(), e);
        }
        if (!control.isDone()) {
            control.completeExceptionally(new IllegalStateException(endOf(process) + " before it was ready" + tail()));
        }
    }

    private void forward(String line) {
        JsonNode json = jsonOf(line);
        if (json != null && json.path("ready").asBoolean() && !control.isDone()) {
            LOG.info(readyText(process.pid(), json));
            control.complete(json.path("control").asText());
            return;
        }
        synchronized (lastLines) {
            lastLines.add(line);
            if (lastLines.size() > LINES_KEPT_MAX) {
                lastLines.remove();
            }
        }
        switch (json == null ? "warn" : json.path("level").asText("info")) {
            case "error", "fatal" -> LOG.error("{}", line);
            case "warn" -> LOG.warn("{}", line);
            case "debug", "trace" -> LOG.debug("{}", line);
            default -> LOG.info("{}", line);
        }
    }

    /** With the address of the metrics, whose port may be any free one; null in the line when there are none. */
    static String readyText(long pid, JsonNode ready) {
        String text = "Slipstream sidecar (pid " + pid + ") is ready at " + ready.path("control").asText();
        JsonNode port = ready.path("metricsPort");
        return port.isNumber() ? text + ", metrics at http://127.0.0.1:" + port.asInt() + "/metrics" : text;
    }

    /** Null when the line is not one of our structured ones, for example a crash report of Node's. */
    private static JsonNode jsonOf(String line) {
        if (!line.startsWith("{")) {
            return null;
        }
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private String tail() {
        synchronized (lastLines) {
            return lastLines.isEmpty() ? "" : "; its last output:\n" + String.join("\n", lastLines);
        }
    }

    /**
     * "the Slipstream sidecar (pid 17) ended with exit code 137 (signal 9)", waiting a moment for the end. When the process lives on,
     * one of its worker threads is gone, and another one takes its place.
     */
    static String endOf(Process process) {
        String subject = "the Slipstream sidecar (pid " + process.pid() + ")";
        try {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                return "a worker of " + subject + " ended or closed the connection, the log says why";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return subject + " closed the connection";
        }
        int code = process.exitValue();
        return subject + " ended with exit code " + code + (code > 128 ? " (signal " + (code - 128) + ")" : "");
    }
}
