package io.slipstream.flink.testing.nexmark;

import java.util.LinkedHashSet;
import java.util.Set;

/** An exception as one readable line: the messages of its causes, outermost first, each once. */
public final class FailureText {

    private static final int CHARS_MAX = 600;

    private FailureText() {}

    public static String of(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            // A wrapper's default message repeats its cause.
            String own = cause.getCause() == null ? message : message.replace(String.valueOf(cause.getCause()), "").strip();
            if (!own.isEmpty()) {
                messages.add(own.replaceAll("\\s+", " "));
            }
        }
        String text = String.join(": ", messages);
        return text.length() > CHARS_MAX ? text.substring(0, CHARS_MAX) + "…" : text;
    }
}
