package io.slipstream.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class UnknownOptionsTest {

    @Test
    void aMisspeltOptionIsNamedWithTheOneThatWasMeant() {
        Configuration config = Configuration.fromMap(Map.of("slipstream.enable", "true", "slipstream.sidecar.worker", "2", "table.x", "1"));
        assertThat(UnknownOptions.warnings(config))
                .containsExactly(
                        "'slipstream.enable' is no option of Slipstream and has no effect; did you mean 'slipstream.enabled'?",
                        "'slipstream.sidecar.worker' is no option of Slipstream and has no effect; did you mean 'slipstream.sidecar.workers'?");
    }

    @Test
    void oneThatIsLikeNoneIsNamedAlone() {
        Configuration config = Configuration.fromMap(Map.of("slipstream.turbo-charger", "on"));
        assertThat(UnknownOptions.warnings(config))
                .containsExactly("'slipstream.turbo-charger' is no option of Slipstream and has no effect; docs/options.md names all");
    }

    @Test
    void aPrefixThatIsMisspeltItselfIsSeen() {
        Configuration config = Configuration.fromMap(Map.of("Slipstream.Enabled", "true", "slipstrem.lane.enable", "false"));
        assertThat(UnknownOptions.warnings(config))
                .containsExactly(
                        "'Slipstream.Enabled' is no option of Slipstream and has no effect; did you mean 'slipstream.enabled'?",
                        "'slipstrem.lane.enable' is no option of Slipstream and has no effect; did you mean 'slipstream.lane.enabled'?");
    }

    @Test
    void keysOfOthersAreNotNamed() {
        Configuration config = Configuration.fromMap(Map.of("slipstreams.turbo-charger", "1", "upstream.enabled", "1", "slipstream", "1"));
        assertThat(UnknownOptions.warnings(config)).isEmpty();
    }

    @Test
    void knownOptionsAreNotNamed() {
        Configuration config = Configuration.fromMap(Map.of("slipstream.enabled", "true", "slipstream.batch.max-delay", "5 ms"));
        assertThat(UnknownOptions.warnings(config)).isEmpty();
    }
}
