package io.slipstream.flink.runtime;

import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.streaming.api.operators.util.PausableRelativeClock;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * The part of Flink's WatermarkAssignerOperator that needs a clock: periodic emission and idleness. The watermarks themselves are
 * computed in the sidecar, which also says where inside a batch one has to be emitted at once. Those of the input are ignored, but
 * for the last.
 */
final class AssignedWatermarks {

    private final long idleTimeoutMs;
    private final long watermarkIntervalMs;
    private final long timerIntervalMs;
    private final ProcessingTimeService timeService;
    private final TaskIOMetricGroup taskMetrics;
    private final PausableRelativeClock activityClock;
    private final WatermarkTarget target;

    // Watermarks start from 0, as in Flink.
    private long currentWatermark;
    private long lastWatermark;
    private long lastPeriodicEmitMs;
    private long lastIdleCheckMs;
    private long processedElements;
    private long processedAtIdleCheck = -1;
    private WatermarkStatus status = WatermarkStatus.ACTIVE;
    private boolean stopped;

    /**
     * @param idleTimeoutMs 0: never idle
     * @param watermarkIntervalMs 0: no periodic emission
     */
    AssignedWatermarks(
            long idleTimeoutMs,
            long watermarkIntervalMs,
            ProcessingTimeService timeService,
            TaskIOMetricGroup taskMetrics,
            WatermarkTarget target) {
        this.idleTimeoutMs = idleTimeoutMs;
        this.watermarkIntervalMs = watermarkIntervalMs;
        this.timerIntervalMs = timerIntervalMs(watermarkIntervalMs, idleTimeoutMs);
        this.timeService = timeService;
        this.taskMetrics = taskMetrics;
        this.target = target;
        activityClock = new PausableRelativeClock(timeService.getClock());
        taskMetrics.registerBackPressureListener(activityClock);
        lastPeriodicEmitMs = timeService.getCurrentProcessingTime();
        lastIdleCheckMs = lastPeriodicEmitMs;
        if (timerIntervalMs > 0) {
            timeService.registerTimer(lastPeriodicEmitMs + timerIntervalMs, this::onProcessingTime);
        }
    }

    /** Before the outputs of a batch are emitted. */
    void beforeRows(long rowCount) throws Exception {
        processedElements += rowCount;
        if (rowCount > 0 && idleTimeoutMs > 0 && status.isIdle()) {
            emitStatus(WatermarkStatus.ACTIVE);
        }
    }

    /** A watermark that the sidecar has put between two outputs. */
    void mark(long timestampMs) throws Exception {
        currentWatermark = Math.max(currentWatermark, timestampMs);
        advance();
    }

    /** After the outputs of a batch. */
    void afterRows(long timestampMs) {
        currentWatermark = Math.max(currentWatermark, timestampMs);
    }

    /** The input's last watermark, once; also at the end of an input that has sent none. */
    void emitLast() throws Exception {
        if (currentWatermark == Long.MAX_VALUE) {
            return;
        }
        if (idleTimeoutMs > 0 && status.isIdle()) {
            emitStatus(WatermarkStatus.ACTIVE);
        }
        currentWatermark = Long.MAX_VALUE;
        lastWatermark = Long.MAX_VALUE;
        target.emitWatermark(Watermark.MAX_WATERMARK);
    }

    void emitStatus(WatermarkStatus newStatus) throws Exception {
        status = newStatus;
        target.emitWatermarkStatus(newStatus);
    }

    void close() {
        stopped = true;
        taskMetrics.unregisterBackPressureListener(activityClock);
    }

    private void advance() throws Exception {
        if (currentWatermark > lastWatermark) {
            lastWatermark = currentWatermark;
            target.emitWatermark(new Watermark(currentWatermark));
        }
    }

    private void onProcessingTime(long timestampMs) throws Exception {
        if (stopped) {
            return;
        }
        long now = timeService.getCurrentProcessingTime();
        // Another clock than now: it stands still while the task is back-pressured.
        long activityNow = activityClock.relativeTimeMillis();
        if (watermarkIntervalMs > 0 && lastPeriodicEmitMs + watermarkIntervalMs <= now) {
            lastPeriodicEmitMs = now;
            advance();
        }
        if (processedElements != processedAtIdleCheck) {
            lastIdleCheckMs = activityNow;
            processedAtIdleCheck = processedElements;
        }
        if (idleTimeoutMs > 0 && status.isActive() && lastIdleCheckMs + idleTimeoutMs <= activityNow && target.mayBecomeIdle()) {
            emitStatus(WatermarkStatus.IDLE);
        }
        timeService.registerTimer(now + timerIntervalMs, this::onProcessingTime);
    }

    /** WatermarkAssignerOperator.calculateProcessingTimeTimerInterval; 0 when neither is asked for. */
    private static long timerIntervalMs(long watermarkIntervalMs, long idleTimeoutMs) {
        if (watermarkIntervalMs <= 0 || idleTimeoutMs <= 0) {
            return Math.max(Math.max(watermarkIntervalMs, idleTimeoutMs), 0);
        }
        long smaller = Math.min(watermarkIntervalMs, idleTimeoutMs);
        long larger = Math.max(watermarkIntervalMs, idleTimeoutMs);
        return Math.max(smaller * 5 < larger ? smaller : smaller / 5, 1);
    }
}
