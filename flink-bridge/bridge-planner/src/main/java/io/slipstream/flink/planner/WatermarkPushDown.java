package io.slipstream.flink.planner;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.abilities.source.SourceAbilitySpec;
import org.apache.flink.table.planner.plan.abilities.source.WatermarkPushDownSpec;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecTableSourceScan;
import org.apache.flink.table.watermark.WatermarkEmitStrategy;
import org.apache.flink.table.watermark.WatermarkParams;

/** Facts of a watermark that the planner has pushed into a scan; the spec keeps them to itself. */
final class WatermarkPushDown {

    private WatermarkPushDown() {}

    /** As {@code WatermarkPushDownSpec.apply} computes it: the table's own time-out wins. Null: splits are never idle. */
    static @Nullable Duration idleTimeout(CommonExecTableSourceScan scan) {
        WatermarkPushDownSpec spec = specOf(scan);
        if (spec == null) {
            return null;
        }
        try {
            Method method = WatermarkPushDownSpec.class.getDeclaredMethod("calculateIdleTimeoutMillis");
            method.setAccessible(true);
            long millis = (long) method.invoke(spec);
            return millis > 0 ? Duration.ofMillis(millis) : null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("WatermarkPushDownSpec is not the one of the Flink this was built for", e);
        }
    }

    /** Why a fragment cannot make this scan's watermarks; null when it can, or when there are none. */
    static @Nullable String refusal(CommonExecTableSourceScan scan) {
        WatermarkPushDownSpec spec = specOf(scan);
        WatermarkParams params = spec == null ? null : paramsOf(spec);
        if (params == null) {
            return null;
        }
        if (params.alignWatermarkEnabled()) {
            return "its watermarks are aligned with other sources";
        }
        return params.getEmitStrategy() == WatermarkEmitStrategy.ON_EVENT ? "its watermarks are emitted on each event" : null;
    }

    private static @Nullable WatermarkPushDownSpec specOf(CommonExecTableSourceScan scan) {
        List<SourceAbilitySpec> abilities = scan.getTableSourceSpec().getSourceAbilities();
        if (abilities == null) {
            return null;
        }
        for (SourceAbilitySpec ability : abilities) {
            if (ability instanceof WatermarkPushDownSpec watermark) {
                return watermark;
            }
        }
        return null;
    }

    private static @Nullable WatermarkParams paramsOf(WatermarkPushDownSpec spec) {
        try {
            Field field = WatermarkPushDownSpec.class.getDeclaredField("watermarkParams");
            field.setAccessible(true);
            return (WatermarkParams) field.get(spec);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("WatermarkPushDownSpec is not the one of the Flink this was built for", e);
        }
    }
}
