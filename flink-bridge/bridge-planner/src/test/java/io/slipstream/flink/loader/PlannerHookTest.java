package io.slipstream.flink.loader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

/** Which Flinks we go into, and what we bring along. */
class PlannerHookTest {

    @ParameterizedTest
    @CsvSource({
        "2.2.0,true", "2.2.1,true", "2.2.10,true", "2.3.0,false", "2.1.1,false", "1.20.3,false", "2.2-SNAPSHOT,false",
        "2.20.0,false", "<unknown>,false"
    })
    void onlyTheVersionsItWasMadeFor(String version, boolean fits) {
        assertThat(PlannerHook.fits(version)).isEqualTo(fits);
    }

    @Test
    void theReplacementTravelsAsAResourceAndNotAsAClassFile() {
        ClassLoader own = PlannerHook.class.getClassLoader();

        assertThat(own.getResource(PlannerHook.REPLACEMENT_RESOURCE)).isNotNull();
        assertThat(own.getResource(PlannerHook.REPLACEMENT.replace('.', '/') + ".class").toString()).contains("flink-table-planner_2.12");
    }
}
