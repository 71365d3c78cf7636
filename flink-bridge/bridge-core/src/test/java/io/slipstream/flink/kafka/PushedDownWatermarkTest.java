package io.slipstream.flink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedWatermarkGenerator;
import org.apache.flink.table.runtime.generated.GeneratedWatermarkGeneratorSupplier;
import org.apache.flink.table.watermark.WatermarkEmitStrategy;
import org.apache.flink.table.watermark.WatermarkParams;
import org.junit.jupiter.api.Test;

/** Strategies as Flink's WatermarkPushDownSpec puts them together. */
class PushedDownWatermarkTest {

    @Test
    void aTableWithoutWatermark() {
        PushedDownWatermark watermark = PushedDownWatermark.of(WatermarkStrategy.<RowData>noWatermarks());
        assertThat(watermark).isEqualTo(new PushedDownWatermark(null, false, null));
    }

    @Test
    void periodicWatermarksWithAndWithoutIdleness() {
        assertThat(PushedDownWatermark.of(strategy(null))).isEqualTo(new PushedDownWatermark(null, true, null));
        assertThat(PushedDownWatermark.of(strategy(WatermarkEmitStrategy.ON_PERIODIC).withIdleness(Duration.ofSeconds(3))))
                .isEqualTo(new PushedDownWatermark(null, true, Duration.ofSeconds(3)));
    }

    @Test
    void whatTheFragmentDoesNotMakeIsRefused() {
        assertThat(KafkaEnds.watermarkRefusal(strategy(WatermarkEmitStrategy.ON_EVENT)))
                .isEqualTo("its watermarks are emitted on each event");
        assertThat(KafkaEnds.watermarkRefusal(strategy(WatermarkEmitStrategy.ON_EVENT).withIdleness(Duration.ofSeconds(3))))
                .isEqualTo("its watermarks are emitted on each event");
        assertThat(KafkaEnds.watermarkRefusal(strategy(null)
                        .withWatermarkAlignment("group", Duration.ofSeconds(1), Duration.ofSeconds(1))
                        .withIdleness(Duration.ofSeconds(3))))
                .isEqualTo("its watermarks are aligned with other sources");
        assertThat(KafkaEnds.watermarkRefusal(WatermarkStrategy.<RowData>forMonotonousTimestamps()))
                .isEqualTo("its watermark strategy is not one of a table");
    }

    private static WatermarkStrategy<RowData> strategy(WatermarkEmitStrategy emit) {
        WatermarkParams params = emit == null ? null : WatermarkParams.builder().emitStrategy(emit).build();
        return WatermarkStrategy.forGenerator(new GeneratedWatermarkGeneratorSupplier(
                new GeneratedWatermarkGenerator("Generator", "", new Object[0]), params));
    }
}
