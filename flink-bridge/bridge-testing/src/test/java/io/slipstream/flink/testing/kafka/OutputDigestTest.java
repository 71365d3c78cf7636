package io.slipstream.flink.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputDigestTest {

    @Test
    void theMultisetHashForgetsTheOrderOnly() {
        OutputDigest.Summary first = digest(false, "a=1", "b=2", "b=2");
        assertThat(digest(false, "b=2", "a=1", "b=2").multisetHash()).isEqualTo(first.multisetHash());
        assertThat(digest(false, "b=2", "a=1", "b=2").orderedHash()).isNotEqualTo(first.orderedHash());
        assertThat(digest(false, "a=1", "b=2").multisetHash()).isNotEqualTo(first.multisetHash());
        assertThat(digest(false, "a=1", "b=2", "b=3").multisetHash()).isNotEqualTo(first.multisetHash());
        assertThat(digest(false, "a=2", "b=1", "b=2").multisetHash()).isNotEqualTo(first.multisetHash());
    }

    @Test
    void theTableHashSeesTheLastValueOfEachKey() {
        OutputDigest.Summary first = digest(true, "a=1", "b=2");
        assertThat(digest(true, "b=7", "a=1", "b=2").tableHash()).isEqualTo(first.tableHash());
        assertThat(digest(true, "c=7", "a=1", "b=2", "c").tableHash()).isEqualTo(first.tableHash());
        assertThat(digest(true, "a=1", "b=3").tableHash()).isNotEqualTo(first.tableHash());
        assertThat(digest(true, "a=1", "b=3").keysHash()).isEqualTo(first.keysHash());
        assertThat(first.tableRows()).isEqualTo(2);
    }

    /** {@code key=value}; without a value the record is a tombstone. */
    private static OutputDigest.Summary digest(boolean keyed, String... records) {
        OutputDigest digest = new OutputDigest(keyed);
        for (String record : records) {
            String[] parts = record.split("=");
            byte[] value = parts.length == 1 ? null : parts[1].getBytes(StandardCharsets.UTF_8);
            digest.add(0, parts[0].getBytes(StandardCharsets.UTF_8), value);
        }
        return digest.summary();
    }
}
