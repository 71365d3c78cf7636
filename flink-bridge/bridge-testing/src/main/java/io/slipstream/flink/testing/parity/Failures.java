package io.slipstream.flink.testing.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.flink.runtime.JobException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.util.SerializedThrowable;

/** The causes of a failure as they are compared: outermost first, without what only says that a job has failed. */
final class Failures {

    /** A Java exception; {@code message} may be null. */
    record Cause(String className, String message) {}

    static List<Cause> causes(Throwable failure) {
        List<Cause> causes = new ArrayList<>();
        Throwable current = failure;
        while (current != null && causes.size() < 50) {
            Throwable shown = opened(current);
            if (!isFrame(shown)) {
                causes.add(new Cause(shown.getClass().getName(), shown.getMessage()));
            }
            current = shown.getCause();
        }
        return causes;
    }

    private static Throwable opened(Throwable throwable) {
        return throwable instanceof SerializedThrowable serialized
                ? serialized.deserializeError(Failures.class.getClassLoader())
                : throwable;
    }

    private static boolean isFrame(Throwable throwable) {
        return throwable instanceof ExecutionException
                || throwable instanceof CompletionException
                || throwable instanceof JobExecutionException
                || throwable.getClass() == JobException.class;
    }

    private Failures() {}
}
