package io.slipstream.flink.testing.nexmark;

import io.slipstream.flink.testing.kafka.OutputDigest;
import io.slipstream.flink.testing.measure.CpuClock;
import java.util.List;
import java.util.Map;

/**
 * One run of a query on one engine.
 *
 * @param outcome {@code finished}, {@code fallback} (nothing ran), or {@code failed}
 * @param reasons EXPLAIN's section for the accelerated engine, or the failure
 * @param execution from the hand-over of the job to its end; null unless finished
 * @param whole planning included
 * @param outputs digest by sink table
 * @param threads CPU seconds by kind of thread, with {@code --profile}
 */
record RunResult(
        String query,
        String engine,
        boolean warmUp,
        int index,
        String comparison,
        String outcome,
        boolean accelerated,
        List<String> reasons,
        CpuClock.Interval execution,
        CpuClock.Interval whole,
        long jvmBytesMax,
        long sidecarBytesMax,
        Map<String, OutputDigest.Summary> outputs,
        Map<String, Double> threads) {}
