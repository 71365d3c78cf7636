package io.slipstream.flink.testing.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * What a run of a case reads and writes. Sources, sinks and the harness live in one JVM, so they meet here by the run's name
 * instead of shipping messages and results through Flink.
 */
final class CaseRun {

    private static final Map<String, CaseRun> RUNS = new ConcurrentHashMap<>();

    /** Released once for each source that reached a {@code @barrier}. */
    final Semaphore barriersReached = new Semaphore(0);

    private final Map<String, List<CaseMessage>> messages;
    private final Map<String, TreeMap<Place, List<SinkLine>>> sinks = new TreeMap<>();
    private int attempt;
    private ReaderGate gate = new ReaderGate();

    /** Attempts first: a restored job may go on with a key in another subtask, and its rows come after those of the job before. */
    private record Place(int attempt, int subtask) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return attempt != other.attempt ? Integer.compare(attempt, other.attempt) : Integer.compare(subtask, other.subtask);
        }
    }

    /**
     * A row or a message that a sink was given, or a watermark.
     *
     * @param kind +I, -U, +U, -D, or W for a watermark
     */
    record SinkLine(String kind, String text) {}

    private CaseRun(Map<String, List<CaseMessage>> messages) {
        this.messages = messages;
    }

    static CaseRun open(String name, Map<String, List<CaseMessage>> messages) {
        CaseRun run = new CaseRun(messages);
        RUNS.put(name, run);
        return run;
    }

    static CaseRun named(String name) {
        CaseRun run = RUNS.get(name);
        if (run == null) {
            throw new IllegalStateException("no parity run of the name '" + name + "' in this JVM");
        }
        return run;
    }

    static void close(String name) {
        RUNS.remove(name);
    }

    /** Messages of a table; none when the case gives none. */
    List<CaseMessage> messages(String table) {
        return messages.getOrDefault(table, List.of());
    }

    synchronized void collect(String sink, int subtask, SinkLine line) {
        sinks.computeIfAbsent(sink, name -> new TreeMap<>())
                .computeIfAbsent(new Place(attempt, subtask), place -> new ArrayList<>())
                .add(line);
    }

    /** The job starts, for the first time or from a savepoint. */
    synchronized ReaderGate beginAttempt() {
        attempt++;
        gate = new ReaderGate();
        return gate;
    }

    /** Of the readers of the attempt that runs. */
    synchronized ReaderGate gate() {
        return gate;
    }

    /** Lines by sink, and by attempt and subtask, as written so far. */
    synchronized Map<String, List<List<SinkLine>>> collected() {
        Map<String, List<List<SinkLine>>> result = new TreeMap<>();
        sinks.forEach((sink, places) -> result.put(sink, places.values().stream().map(List::copyOf).toList()));
        return result;
    }
}
