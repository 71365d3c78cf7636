package io.slipstream.flink.runtime;

import io.slipstream.flink.proto.Failure;
import io.slipstream.flink.proto.JavaException;
import java.lang.reflect.Constructor;
import java.time.format.DateTimeParseException;
import java.util.List;
import javax.annotation.Nullable;

/** Makes the Java exception of a failure in the sidecar. */
final class JavaFailures {

    private static final String ENFORCER_EXCEPTION =
            "org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException";

    private JavaFailures() {}

    /**
     * The exception that stock Flink throws, rebuilt from its class name and message, causes included; without such causes our
     * own failure with its code.
     */
    static Exception exceptionOf(Failure failure, ClassLoader classLoader) {
        List<JavaException> causes = failure.getCausesList();
        if (causes.isEmpty()) {
            return new RuntimeException(failure.getCode() + ": " + failure.getMessage());
        }
        Throwable innermostSoFar = null;
        for (int i = causes.size() - 1; i >= 0; i--) {
            innermostSoFar = rebuild(causes.get(i), innermostSoFar, classLoader);
        }
        return innermostSoFar instanceof Exception exception ? exception : new RuntimeException(innermostSoFar);
    }

    private static Throwable rebuild(JavaException description, @Nullable Throwable cause, ClassLoader classLoader) {
        Throwable rebuilt = construct(description, classLoader);
        if (cause != null && rebuilt.getCause() == null) {
            try {
                rebuilt.initCause(cause);
            } catch (IllegalStateException e) {
                // Its constructor has fixed "no cause".
                rebuilt.addSuppressed(cause);
            }
        }
        return rebuilt;
    }

    private static Throwable construct(JavaException description, ClassLoader classLoader) {
        String message = description.hasMessage() ? description.getMessage() : null;
        if (description.getClassName().equals(DateTimeParseException.class.getName())) {
            return new DateTimeParseException(message, "", 0); // has no constructor with a message only
        }
        try {
            Class<?> type = Class.forName(description.getClassName(), true, classLoader);
            if (type.getName().equals(ENFORCER_EXCEPTION)) {
                Constructor<?> constructor = type.getDeclaredConstructor(String.class, String.class);
                // A format and the name of the column, which is in the message already.
                return (Throwable) constructor.newInstance(message.replace("%", "%%"), "");
            }
            if (Throwable.class.isAssignableFrom(type)) {
                Constructor<?> constructor = type.getDeclaredConstructor(String.class);
                constructor.setAccessible(true);
                return (Throwable) constructor.newInstance(message);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            RuntimeException unknown = new RuntimeException(description.getClassName() + ": " + message);
            unknown.addSuppressed(e);
            return unknown;
        }
        return new RuntimeException(description.getClassName() + ": " + message);
    }
}
