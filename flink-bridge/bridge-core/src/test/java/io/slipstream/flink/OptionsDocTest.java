package io.slipstream.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/** docs/options.md is made from {@link SlipstreamOptions}; with {@code -Dslipstream.write-docs=true} this test writes it. */
class OptionsDocTest {

    private static final Path FILE = Path.of("../../docs/options.md");

    private static final Map<String, String> NAMES = Map.of(
            "java.lang.Boolean", "boolean",
            "java.lang.Integer", "integer",
            "java.lang.String", "string",
            "java.util.List", "list of strings",
            "java.time.Duration", "duration",
            "org.apache.flink.configuration.MemorySize", "memory size");

    private static final String HEADER =
            """
            # Options

            Set them with `SET 'key' = 'value'` in the SQL client, with `tableEnv.getConfig().set(key, value)` in code, or in the
            configuration (`config.yaml`) of the client. What is set in the session or in the client's `config.yaml` travels with the job and
            wins over the TaskManager's own `config.yaml`. Options of the sidecar process are read where it is started: by the client, which
            asks about plans, and by the TaskManager.

            A wrong value is refused when a plan is decided: EXPLAIN and the log name the key, and the plan runs on stock Flink. A key that is
            no option has no effect and is named there, too.

            This page is made from `SlipstreamOptions`.

            | key | type | default | meaning |
            | --- | --- | --- | --- |
            """;

    @Test
    void optionsPageIsCurrent() throws Exception {
        String text = pageText();
        if (Boolean.getBoolean("slipstream.write-docs")) {
            Files.writeString(FILE, text);
        }
        assertThat(FILE).as("run this test with -Dslipstream.write-docs=true").hasContent(text);
    }

    private static String pageText() {
        StringBuilder text = new StringBuilder(HEADER);
        for (ConfigOption<?> option : OptionList.ALL) {
            String description = new HtmlFormatter().format(option.description()).replace("\n", " ");
            text.append("| `").append(option.key()).append("` | ").append(typeOf(option)).append(" | ").append(defaultOf(option));
            text.append(" | ").append(description.replace("|", "\\|")).append(" |\n");
        }
        return text.toString();
    }

    /** Known to Flink's own classes only; the type of the field says it. */
    private static String typeOf(ConfigOption<?> option) {
        Type type = Arrays.stream(SlipstreamOptions.class.getFields())
                .filter(field -> valueOf(field) == option)
                .map(field -> ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0])
                .findFirst()
                .orElseThrow();
        if (type instanceof Class<?> enumType && enumType.isEnum()) {
            return Arrays.stream(enumType.getEnumConstants())
                    .map(each -> "`" + each.toString().toLowerCase(Locale.ROOT) + "`")
                    .collect(Collectors.joining(" or "));
        }
        return NAMES.get(type.getTypeName().replaceAll("<.*", ""));
    }

    private static Object valueOf(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String defaultOf(ConfigOption<?> option) {
        if (!option.hasDefaultValue()) {
            return "none";
        }
        Object value = option.defaultValue();
        String text = value instanceof Duration duration ? TimeUtils.formatWithHighestUnit(duration) : String.valueOf(value);
        if (value instanceof Enum<?>) {
            text = text.toLowerCase(Locale.ROOT);
        }
        return text.isEmpty() || text.equals("[]") ? "none" : "`" + text + "`";
    }
}
