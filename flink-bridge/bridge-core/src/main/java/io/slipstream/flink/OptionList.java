package io.slipstream.flink;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/** The options of {@link SlipstreamOptions}, in the order in which they are declared. */
final class OptionList {

    static final List<ConfigOption<?>> ALL = all();

    private OptionList() {}

    private static List<ConfigOption<?>> all() {
        List<ConfigOption<?>> options = new ArrayList<>();
        for (Field field : SlipstreamOptions.class.getFields()) {
            if (ConfigOption.class.equals(field.getType())) {
                options.add(valueOf(field));
            }
        }
        return List.copyOf(options);
    }

    private static ConfigOption<?> valueOf(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // the fields are public
        }
    }
}
