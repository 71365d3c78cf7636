package io.slipstream.flink.runtime;

import io.slipstream.flink.runtime.FragmentSpec.WatermarkSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarks;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.api.operators.util.PausableRelativeClock;

/**
 * Watermarks per split, as SourceOperator makes them of decoded rows: Flink's own {@link TimestampsAndWatermarks} (a generator
 * per split, idleness, the minimum over splits, periodic emission), fed with one event per batch, the greatest candidate of its
 * rows, after the batch's rows were emitted. The generator follows GeneratedWatermarkGeneratorSupplier.DefaultWatermarkGenerator.
 */
final class SplitWatermarks {

    private final WatermarkSettings settings;
    private final TimestampsAndWatermarks<Candidate> logic;
    private final ReaderOutput<Candidate> splits;
    private final PausableRelativeClock activityClock;
    private final TaskIOMetricGroup taskMetrics;
    private final Candidate candidate = new Candidate();
    /** The greatest candidate of each split, for marks. */
    private final Map<String, Long> greatest = new HashMap<>();

    SplitWatermarks(
            WatermarkSettings settings,
            ProcessingTimeService timeService,
            MetricGroup operatorMetrics,
            TaskIOMetricGroup taskMetrics,
            long autoWatermarkIntervalMs,
            DataOutput<Candidate> output) {
        this.settings = settings;
        this.taskMetrics = taskMetrics;
        WatermarkStrategy<Candidate> strategy = WatermarkStrategy.forGenerator(context -> new GreatestCandidate());
        if (settings.idleTimeout() != null) {
            strategy = strategy.withIdleness(settings.idleTimeout());
        }
        activityClock = new PausableRelativeClock(timeService.getClock());
        taskMetrics.registerBackPressureListener(activityClock);
        logic = TimestampsAndWatermarks.createProgressiveEventTimeLogic(
                strategy,
                operatorMetrics,
                timeService,
                settings.onMarks() ? 0 : autoWatermarkIntervalMs,
                activityClock,
                timeService.getClock(),
                taskMetrics);
        splits = logic.createMainOutput(output, new NoListener());
        logic.startPeriodicWatermarkEmits();
    }

    void splitAdded(String splitId) {
        splits.createOutputForSplit(splitId);
    }

    void splitFinished(String splitId) {
        greatest.remove(splitId);
        splits.releaseOutputForSplit(splitId);
    }

    /** After the rows of a batch; without a candidate (all were null) the split is still not idle. */
    void rowsEmitted(String splitId, boolean hasWatermark, long watermarkMs) {
        if (settings.onMarks()) {
            if (hasWatermark) {
                greatest.merge(splitId, watermarkMs, Math::max);
            }
            return;
        }
        candidate.present = hasWatermark;
        candidate.watermarkMs = watermarkMs;
        splits.createOutputForSplit(splitId).collect(candidate);
    }

    /** @param watermarkMs {@code Long.MIN_VALUE}: the greatest candidate of the split's rows so far */
    void mark(String splitId, long watermarkMs, long nowMs) {
        candidate.present = true;
        candidate.watermarkMs = watermarkMs == Long.MIN_VALUE ? greatest.getOrDefault(splitId, Long.MIN_VALUE) : watermarkMs;
        splits.createOutputForSplit(splitId).collect(candidate);
        logic.emitImmediateWatermark(nowMs);
    }

    /** The source has ended, and its last watermark is on its way: nothing lower may follow it. */
    void stop() {
        logic.stopPeriodicWatermarkEmits();
    }

    void close() {
        logic.stopPeriodicWatermarkEmits();
        taskMetrics.unregisterBackPressureListener(activityClock);
    }

    /** The one event; reused. */
    static final class Candidate {
        private boolean present;
        private long watermarkMs;
    }

    private static final class GreatestCandidate implements WatermarkGenerator<Candidate> {
        private long currentWatermark = Long.MIN_VALUE;

        @Override
        public void onEvent(Candidate event, long eventTimestamp, WatermarkOutput output) {
            if (event.present && event.watermarkMs > currentWatermark) {
                currentWatermark = event.watermarkMs;
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(currentWatermark));
        }
    }

    /** Alignment, which would listen, stays with Flink's decoder. */
    private static final class NoListener implements TimestampsAndWatermarks.WatermarkUpdateListener {
        @Override
        public void updateIdle(boolean isIdle) {}

        @Override
        public void updateCurrentEffectiveWatermark(long watermark) {}

        @Override
        public void updateCurrentSplitWatermark(String splitId, long watermark) {}

        @Override
        public void updateCurrentSplitIdle(String splitId, boolean idle) {}

        @Override
        public void splitFinished(String splitId) {}
    }
}
