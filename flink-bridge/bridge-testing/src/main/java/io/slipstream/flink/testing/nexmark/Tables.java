package io.slipstream.flink.testing.nexmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Fills the connector options into the scripts: {@code WITH (${source})} and {@code WITH (${sink})}. A sink table with a primary key becomes
 * `upsert-kafka`. In further queries a `blackhole` sink, as in Nexmark's own files, stands for {@code ${sink}}.
 */
public final class Tables {

    private static final Pattern CREATE =
            Pattern.compile("(?is)^CREATE\\s+(?:TEMPORARY\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?([`\\w.]+).*");
    private static final Pattern BLACKHOLE = Pattern.compile("(?is)WITH\\s*\\(\\s*'connector'\\s*=\\s*'blackhole'\\s*\\)");
    private static final String SINK = "${sink}";

    private final NexmarkSpec spec;
    private final String inputTopic;
    private final String runId;
    private final Mode mode;
    private final List<Sink> sinks = new ArrayList<>();

    /** How the input is read and the output is written. */
    public enum Mode {
        /** Once from the first to the last event; exactly-once, batched. */
        BOUNDED,
        /** From the first event on, without an end; exactly-once, batched. */
        UNBOUNDED,
        /** New events only, without an end; each row is sent at once and does not wait for a checkpoint. */
        LOW_LATENCY
    }

    /** @param keyed whether the last record of a key counts */
    public record Sink(String table, String topic, boolean keyed) {}

    /** @param runId part of the output topics' names */
    public Tables(NexmarkSpec spec, String inputTopic, String runId, Mode mode) {
        this.spec = spec;
        this.inputTopic = inputTopic;
        this.runId = runId;
        this.mode = mode;
    }

    /** The Kafka sinks that were filled in so far. */
    public List<Sink> sinks() {
        return sinks;
    }

    String fill(String statement) {
        String withSource = statement.replace("${source}", options(source()));
        Matcher create = CREATE.matcher(withSource);
        if (!create.matches()) {
            return withSource;
        }
        String template = BLACKHOLE.matcher(withSource).replaceAll(Matcher.quoteReplacement("WITH (" + SINK + ")"));
        if (!template.contains(SINK)) {
            return template;
        }
        String table = create.group(1).replace("`", "");
        boolean keyed = template.toUpperCase().contains("PRIMARY KEY");
        return template.replace(SINK, options(sink(table, keyed)));
    }

    private Map<String, String> source() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "kafka");
        options.put("topic", inputTopic);
        options.put("properties.bootstrap.servers", spec.bootstrapServers());
        options.put("properties.group.id", "nexmark");
        options.put("properties.max.poll.records", "8192");
        options.put("scan.startup.mode", mode == Mode.LOW_LATENCY ? "latest-offset" : "earliest-offset");
        if (mode == Mode.BOUNDED) {
            options.put("scan.bounded.mode", "latest-offset");
        }
        options.put("format", "json");
        return options;
    }

    private Map<String, String> sink(String table, boolean keyed) {
        if (spec.sink().equals("blackhole")) {
            return Map.of("connector", "blackhole");
        }
        String topic = "out-" + runId + "-" + table;
        sinks.add(new Sink(table, topic, keyed));
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", keyed ? "upsert-kafka" : "kafka");
        options.put("topic", topic);
        options.put("properties.bootstrap.servers", spec.bootstrapServers());
        if (mode == Mode.LOW_LATENCY) {
            options.put("sink.delivery-guarantee", "at-least-once");
        } else {
            options.put("sink.delivery-guarantee", "exactly-once");
            options.put("sink.transactional-id-prefix", topic);
            options.put("properties.transaction.timeout.ms", "600000");
            options.put("properties.batch.size", "524288");
            options.put("properties.linger.ms", "20");
        }
        if (keyed) {
            options.put("key.format", "json");
            options.put("value.format", "json");
        } else {
            options.put("format", "json");
        }
        return options;
    }

    private static String options(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> "'" + option.getKey() + "' = '" + option.getValue().replace("'", "''") + "'")
                .collect(Collectors.joining(", "));
    }
}
