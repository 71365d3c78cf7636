package io.slipstream.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionValuesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "slipstream.lane.enabled | off | Unrecognized option for boolean: off. Expected either true or false(case insensitive)",
        "slipstream.lane.slot-size | abc | text does not start with a number",
        "slipstream.batch.max-in-flight | many | expected a whole number",
        "slipstream.batch.max-in-flight | 0 | expected at least 1",
        "slipstream.batch.max-rows | 0 | expected at least 1",
        "slipstream.batch.max-rows | 3000000000 | expected a whole number",
        "slipstream.batch.max-size | 0 | expected at least 1 byte and less than 2 gb",
        "slipstream.batch.max-size | 4 gb | expected at least 1 byte and less than 2 gb",
        "slipstream.sidecar.start-timeout | 200000000000 d | expected 0 to 2^63 ms",
        "slipstream.sidecar.mode | local | expected 'managed' or 'external'",
    })
    void aWrongValueIsNamedWithItsKey(String key, String value, String reason) {
        assertThat(OptionValues.refusal(Configuration.fromMap(Map.of(key, value))))
                .hasValue("'" + value + "' is no value of " + key + ": " + reason);
    }

    @Test
    void valuesAreWrittenAsFlinkReadsThem() {
        Configuration config = Configuration.fromMap(Map.of(
                "slipstream.sidecar.mode", "managed", "slipstream.batch.max-delay", "5 ms", "slipstream.lane.enabled", "FALSE"));
        assertThat(OptionValues.refusal(config)).isEmpty();
        assertThat(OptionValues.refusal(new Configuration())).isEmpty();
    }

    @Test
    void theFlagNamesItsKeyInTheInnermostError() {
        Configuration config = Configuration.fromMap(Map.of("slipstream.enabled", "yes"));
        assertThatThrownBy(() -> SlipstreamOptions.isEnabled(config))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageStartingWith("'yes' is no value of slipstream.enabled: Unrecognized option for boolean: yes")
                .hasNoCause();
    }
}
