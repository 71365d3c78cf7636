package io.slipstream.flink.testing.parity;

import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.flink.util.clock.SystemClock;

/** What a decoder and a watermark generator may ask of their task. */
record CaseTaskContext(SourceReaderContext reader)
        implements DeserializationSchema.InitializationContext, WatermarkGeneratorSupplier.Context, TimestampAssignerSupplier.Context {

    @Override
    public MetricGroup getMetricGroup() {
        return reader.metricGroup();
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return reader.getUserCodeClassLoader();
    }

    @Override
    public RelativeClock getInputActivityClock() {
        return SystemClock.getInstance();
    }
}
