package io.slipstream.flink.testing.parity;

import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Reads what users read: the one line that the accelerator logs for each plan. */
final class PlanLog extends AbstractAppender {

    private static final String LOGGER = "io.slipstream.flink.planner";
    private static final String ACCELERATED = "Slipstream: plan accelerated";
    private static final String REFUSED = "Slipstream: plan not accelerated: ";

    private int acceleratedCount;
    private final List<String> reasons = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private PlanLog() {
        super("plan-log", null, null, true, Property.EMPTY_ARRAY);
    }

    static PlanLog attach() {
        PlanLog log = new PlanLog();
        log.start();
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        Configuration configuration = context.getConfiguration();
        LoggerConfig logger = new LoggerConfig(LOGGER, Level.INFO, false);
        logger.addAppender(log, Level.INFO, null);
        configuration.addLogger(LOGGER, logger);
        context.updateLoggers();
        return log;
    }

    @Override
    public synchronized void append(LogEvent event) {
        String message = event.getMessage().getFormattedMessage();
        if (message.startsWith(ACCELERATED)) {
            acceleratedCount++;
            notes.addAll(partsOf(message.substring(ACCELERATED.length())));
        } else if (message.startsWith(REFUSED)) {
            reasons.addAll(partsOf(message.substring(REFUSED.length())));
        } else if (event.getThrown() != null) {
            reasons.add(message + ": " + event.getThrown());
        }
    }

    synchronized void clear() {
        acceleratedCount = 0;
        reasons.clear();
        notes.clear();
    }

    /** Whether every plan since the last {@link #clear} runs in the sidecar, and there was one. */
    synchronized boolean accelerated() {
        return acceleratedCount > 0 && reasons.isEmpty();
    }

    /** Why plans do not: a line for each node that stands in the way. */
    synchronized List<String> reasons() {
        return List.copyOf(reasons);
    }

    /** What is said about the accelerated ones: their sizes, and a line for each node that is worth a word. */
    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    private static List<String> partsOf(String message) {
        return List.of(message.split("; (?=\\[\\d+] )"));
    }
}
