package io.slipstream.flink.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SquareRootProbeTest {

    @Test
    void tellsThePlannerWhatThisJvmComputes() {
        assertThat(JvmFactsProbe.of("UTC").getExactSquareRoot()).isEqualTo(SquareRootProbe.isExact());
    }

    /** If this fails, SQRT and STDDEV fall back on this JVM: right, but worth knowing. */
    @Test
    void isExactHere() {
        assertThat(SquareRootProbe.isExact()).isTrue();
    }
}
