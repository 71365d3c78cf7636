package io.slipstream.flink;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** Keys that are meant for Slipstream and that nobody reads. A misspelt flag must not be silence. */
public final class UnknownOptions {

    private static final String PREFIX = "slipstream";

    /** A prefix that is misspelt, too, counts when what follows is nearly that of an option. */
    private static final int MISSPELT_DISTANCE_MAX = 2;

    /** Keys that are further from all options are not a slip of the pen. */
    private static final int SUGGESTION_DISTANCE_MAX = 4;

    private static final List<String> KEYS = OptionList.ALL.stream().map(ConfigOption::key).collect(Collectors.toList());

    private UnknownOptions() {}

    /** A sentence for each of them in the configuration, in the order of the keys; as a rule none. */
    public static List<String> warnings(ReadableConfig config) {
        List<String> warnings = new ArrayList<>();
        for (String key : new TreeSet<>(config.toMap().keySet())) {
            if (!KEYS.contains(key) && isMeantForUs(key.toLowerCase(Locale.ROOT))) {
                warnings.add("'" + key + "' is no option of Slipstream and has no effect" + suggestion(key.toLowerCase(Locale.ROOT)));
            }
        }
        return warnings;
    }

    private static boolean isMeantForUs(String key) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            return false;
        }
        String prefix = key.substring(0, dot);
        String rest = key.substring(dot);
        return prefix.equals(PREFIX)
                || distance(prefix, PREFIX) <= MISSPELT_DISTANCE_MAX
                        && KEYS.stream().anyMatch(known -> distance(rest, known.substring(PREFIX.length())) <= MISSPELT_DISTANCE_MAX);
    }

    private static String suggestion(String key) {
        String nearest = KEYS.stream().min(Comparator.comparingInt(known -> distance(key, known))).orElseThrow();
        return distance(key, nearest) <= SUGGESTION_DISTANCE_MAX ? "; did you mean '" + nearest + "'?" : "; docs/options.md names all";
    }

    /** Levenshtein's. */
    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
