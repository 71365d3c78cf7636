package io.slipstream.flink.testing.nexmark;

import java.util.ArrayList;
import java.util.List;

/** An exception as one readable line: the messages of its causes, outermost first, without those that only repeat their cause. */
public final class FailureText {

    private static final int CHARS_MAX = 600;

    private FailureText() {}

    public static String of(Throwable failure) {
        List<String> messages = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            String line = message.replaceAll("\\s+", " ").strip();
            // A wrapper often repeats its cause, with or without the class name.
            messages.removeIf(outer -> outer.contains(line));
            messages.add(line);
        }
        String text = String.join(": ", messages);
        return text.length() > CHARS_MAX ? text.substring(0, CHARS_MAX) + "…" : text;
    }
}
