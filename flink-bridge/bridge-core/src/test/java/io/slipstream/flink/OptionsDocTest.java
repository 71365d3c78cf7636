package io.slipstream.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/** docs/options.md is made from {@link SlipstreamOptions}; with {@code -Dslipstream.write-docs=true} this test writes it. */
class OptionsDocTest {

    private static final Path FILE = Path.of("../../docs/options.md");

    private static final String HEADER =
            """
            # Options

            Set them with `SET 'key' = 'value'` in the SQL client, with `tableEnv.getConfig().set(key, value)` in code, or in the cluster's
            configuration. Options of the sidecar process are read where it is started: by the TaskManager and by the client.

            This page is made from `SlipstreamOptions`.

            | key | default | meaning |
            | --- | --- | --- |
            """;

    @Test
    void optionsPageIsCurrent() throws Exception {
        String text = pageText();
        if (Boolean.getBoolean("slipstream.write-docs")) {
            Files.writeString(FILE, text);
        }
        assertThat(FILE).as("run this test with -Dslipstream.write-docs=true").hasContent(text);
    }

    private static String pageText() throws IllegalAccessException {
        StringBuilder text = new StringBuilder(HEADER);
        for (Field field : SlipstreamOptions.class.getFields()) {
            if (field.get(null) instanceof ConfigOption<?> option) {
                String description = new HtmlFormatter().format(option.description()).replace("\n", " ");
                text.append("| `").append(option.key()).append("` | ").append(defaultOf(option)).append(" | ");
                text.append(description.replace("|", "\\|")).append(" |\n");
            }
        }
        return text.toString();
    }

    private static String defaultOf(ConfigOption<?> option) {
        if (!option.hasDefaultValue()) {
            return "none";
        }
        Object value = option.defaultValue();
        String text = value instanceof Duration duration ? TimeUtils.formatWithHighestUnit(duration) : String.valueOf(value);
        return text.isEmpty() || text.equals("[]") ? "none" : "`" + text + "`";
    }
}
