package io.slipstream.flink;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Whether the values that are set are values of their options. All are read when a plan is decided: some are used on a TaskManager
 * only, where a wrong one would fail a job that EXPLAIN has called accelerated.
 */
public final class OptionValues {

    private OptionValues() {}

    /** Why the first wrong value is none, with its key; as a rule nothing. */
    public static Optional<String> refusal(ReadableConfig config) {
        return OptionList.ALL.stream().map(option -> refusal(config, option)).flatMap(Optional::stream).findFirst();
    }

    /**
     * The option, read alone.
     *
     * @throws IllegalConfigurationException in the words of {@link #refusal}, without a cause: Flink's clients print the innermost one,
     *     which does not know the key
     */
    static <T> Optional<T> read(ReadableConfig config, ConfigOption<T> option) {
        refusal(config, option).ifPresent(refusal -> {
            throw new IllegalConfigurationException(refusal);
        });
        return config.getOptional(option);
    }

    private static Optional<String> refusal(ReadableConfig config, ConfigOption<?> option) {
        String expected;
        try {
            expected = config.getOptional(option).map(value -> outOfRange(option, value)).orElse(null);
        } catch (IllegalArgumentException e) {
            expected = unreadable(option, e);
        }
        return Optional.ofNullable(expected)
                .map(reason -> "'" + config.toMap().get(option.key()) + "' is no value of " + option.key() + ": " + reason);
    }

    /** Null: it is in range. What depends on several options, or on the machine, is said by those who use it. */
    private static @Nullable String outOfRange(ConfigOption<?> option, Object value) {
        if (value instanceof Duration duration) {
            return duration.isNegative() || duration.compareTo(Duration.ofMillis(Long.MAX_VALUE)) > 0 ? "expected 0 to 2^63 ms" : null;
        }
        if (option.equals(SlipstreamOptions.BATCH_MAX_ROWS) || option.equals(SlipstreamOptions.BATCH_MAX_IN_FLIGHT)) {
            return (Integer) value < 1 ? "expected at least 1" : null;
        }
        if (option.equals(SlipstreamOptions.BATCH_MAX_SIZE)) {
            long bytes = ((MemorySize) value).getBytes();
            return bytes < 1 || bytes > Integer.MAX_VALUE ? "expected at least 1 byte and less than 2 gb" : null;
        }
        return null;
    }

    private static String unreadable(ConfigOption<?> option, Throwable failure) {
        if (option.defaultValue() instanceof Enum<?> one) {
            return "expected " + Arrays.stream(one.getDeclaringClass().getEnumConstants())
                    .map(each -> "'" + each.toString().toLowerCase(Locale.ROOT) + "'")
                    .collect(Collectors.joining(" or "));
        }
        Throwable reason = failure;
        while (reason.getCause() != null) {
            reason = reason.getCause();
        }
        String text = String.valueOf(reason.getMessage());
        return reason instanceof NumberFormatException && text.startsWith("For input string") ? "expected a whole number" : text;
    }
}
