package io.slipstream.flink.testing.nexmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells the command line what goes on: one JSON object a line, with its kind under {@code event}. */
public final class Events {

    private static final ObjectMapper JSON = new ObjectMapper();
    private final PrintStream out;

    private Events(PrintStream out) {
        this.out = out;
    }

    /** Takes standard output over; whatever else prints there goes to standard error from now on. */
    public static Events onStandardOutput() {
        PrintStream out = System.out;
        System.setOut(System.err);
        return new Events(out);
    }

    /** Sends {@code body}'s properties, or {@code body} itself under {@code value} when it is no object. */
    public synchronized void send(String event, Object body) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        line.put("body", body);
        try {
            out.println(JSON.writeValueAsString(line));
            out.flush();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void status(String text) {
        send("status", Map.of("text", text));
    }

    /** @param total 0 when it is not known */
    public void progress(String text, long done, long total) {
        send("progress", Map.of("text", text, "done", done, "total", total));
    }
}
